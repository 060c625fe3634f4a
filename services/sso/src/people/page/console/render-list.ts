import { html, renderForm, type Html } from '@latchkey/pages';
import { commandOf } from '../../console/command.ts';
import { fitsItem, keysOf, textOf, type Act, type Item, type List } from '../../console/declare.ts';
import {
  addressOf,
  columnLabel,
  renderLinked,
  renderValue,
  thingAddress,
  type ConsoleContext,
} from './console-context.ts';
import type { ConsoleSection } from './console-view.ts';
import { renderAct, renderInput } from './render-act-form.ts';
import { consoleWords, listName, wordsOf } from './words.ts';

type ListSection = ConsoleSection & { readonly at: 'list' };

/** The filters as a form whose address can be sent to a colleague. */
function renderFilters({ name, filters }: List, { query }: ListSection, { error }: ConsoleContext): Html {
  if (filters.length === 0) return html``;
  const fields = filters.map((filter) =>
    renderInput({ ...filter, isOptional: true }, { form: 'filter', typed: query, error }),
  );
  const hidden = Object.entries(query).filter(([key]) => filters.every((filter) => filter.name !== key));
  return html`<form method="get" action="${addressOf(name)}" class="filters" role="search">
    ${hidden.map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)} ${fields}
    <div class="acts">
      <button class="act">${consoleWords.filter}</button>
      <a class="act" href="${addressOf(name)}">${consoleWords.clear}</a>
    </div>
  </form>`;
}

/** What a marked row says of itself: the fields of its act, and what it is called. */
function rowKey({ marked, title }: List, item: Item): string {
  const keys = Object.assign({}, ...marked.map((act) => keysOf(act, item))) as Record<string, string>;
  return new URLSearchParams({ ...keys, title: textOf(item, title) }).toString();
}

function renderRow(list: List, item: Item, context: ConsoleContext): Html {
  const { columns, marked, thing, title, id } = list;
  const name = textOf(item, title) || textOf(item, id);
  const mark = html`<td role="cell" class="mark">
    <input
      type="checkbox"
      name="row"
      value="${rowKey(list, item)}"
      aria-label="${consoleWords.mark} ${name}"
    />
  </td>`;
  const cells = columns.map((column, index) => {
    const own = renderLinked(item, column, context);
    const value =
      index === 0 && thing !== undefined
        ? html`<a href="${thingAddress(list.name, textOf(item, id))}">${own === '–' ? name : own}</a>`
        : own;
    return html`<td role="cell" data-label="${columnLabel(column)}">${value}</td>`;
  });
  return html`<tr role="row">
    ${marked.length > 0 && mark} ${cells}
  </tr> `;
}

function renderTable(list: List, items: readonly Item[], context: ConsoleContext): Html {
  const heads = list.columns.map(
    (column) => html`<th role="columnheader" scope="col">${columnLabel(column)}</th>`,
  );
  const mark = html`<th role="columnheader" scope="col">
    <span class="spoken">${consoleWords.mark}</span>
  </th>`;
  return html`<table class="list" role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${list.marked.length > 0 && mark} ${heads}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${items.map((item) => renderRow(list, item, context))}
    </tbody>
  </table>`;
}

/** The table; where rows can be marked, as a form that leads to a confirmation. */
function renderRows(list: List, items: readonly Item[], context: ConsoleContext): Html {
  const table = renderTable(list, items, context);
  if (list.marked.length === 0) return table;
  const buttons = list.marked.map(renderMarkedAct);
  const content = html`${table}
    <fieldset class="acts">
      <legend class="hint">${consoleWords.marked}</legend>
      ${buttons}
    </fieldset>`;
  return renderForm(context, context.view.csrf, content, html`action="${addressOf(list.name)}"`);
}

const renderMarkedAct = ({ name }: Act): Html =>
  html`<button class="act danger" name="mark" value="${name}">${wordsOf(name).name}</button> `;

/** The pages next to this one by their numbers, and the next one by the search's own cursor. */
function renderPages(list: List, { query, page, pages, next }: ListSection): Html {
  const near = [1, page - 2, page - 1, page, page + 1, page + 2];
  const numbers = [...new Set(near)].filter((one) => one >= 1 && one <= pages);
  const links = numbers.map((one) => {
    const label = one.toLocaleString('en');
    if (one === page) return html`<span aria-current="page">${label}</span> `;
    return html`<a href="${addressOf(list.name, { ...query, page_number: String(one) })}">${label}</a> `;
  });
  return html`<nav class="paging" aria-label="${consoleWords.pages}">
    <span>${consoleWords.page(page, pages)}</span>
    ${pages > 1 && links}
    ${next !== null && html`<a href="${addressOf(list.name, { ...query, cursor: next })}" rel="next">${consoleWords.next}</a>`}
  </nav>`;
}

/** Renders a list: its filters, its rows and pages, and the acts that make something new. */
export function renderList(list: List, section: ListSection, context: ConsoleContext): Html {
  const { items, total, form, query } = section;
  const { command, needs = [] } = list;
  if (needs.some((name) => query[name] === undefined))
    return html`<p class="paging"><a href="${addressOf('people')}">${listName('people')}</a></p>`;
  return html`${renderFilters(list, section, context)}
    <p class="lead">${consoleWords.total(total)}</p>
    ${items.length === 0 ? html`<p>${consoleWords.none}</p>` : renderRows(list, items, context)}
    ${total > 0 && renderPages(list, section)}
    ${
      command &&
      html`<p class="lead">${consoleWords.command}</p>
        <p class="secret" translate="no">${commandOf(command, query)}</p>`
    }
    ${list.acts.map((act) => renderAct(act, form, context))}`;
}

/** Renders a thing: its facts, what belongs to it, and what can be done to it. */
export function renderThing(
  list: List,
  { id, item, form }: ConsoleSection & { readonly at: 'thing' },
  context: ConsoleContext,
): Html {
  const { thing } = list;
  if (thing === undefined) return html``;
  const facts = thing.facts.map(
    (fact) =>
      html`<dt>${columnLabel(fact)}</dt>
        <dd>${renderLinked(item, fact, context)}</dd> `,
  );
  const record = { ...item, id };
  const acts = thing.acts.filter((act) => fitsItem(act, item));
  const related = thing.related.map(({ list: name, filters }) => {
    const query = Object.fromEntries(
      Object.entries(filters).map(([field, value]) => [field, textOf(record, value)]),
    );
    return html`<li><a href="${addressOf(name, query)}">${listName(name)}</a></li> `;
  });
  return html`<dl class="facts">${facts}</dl>
    ${
      related.length > 0 &&
      html`<h2>${consoleWords.related}</h2>
        <ul class="entries">
          ${related}
        </ul>`
    }
    ${acts.length > 0 && html`<h2>${consoleWords.canDo}</h2>`}
    ${acts.map((act) => renderAct(act, form, context))}`;
}

/** What a thing is called: the value that names it. */
export function titleOf(list: List, item: Item, context: ConsoleContext): Html | string {
  const { thing } = list;
  return thing === undefined ? '' : renderValue(item, { name: thing.title }, context);
}
