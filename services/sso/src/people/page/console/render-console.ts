import { html, renderForm, showsError, type FieldError, type Html, type PagePart } from '@latchkey/pages';
import { type List } from '../../console/declare.ts';
import { findList, lists } from '../../console/lists.ts';
import type { PageContext } from '../page-context.ts';
import { renderAccount } from '../render-names.ts';
import { addressOf, type ConsoleContext } from './console-context.ts';
import type { ConsoleView } from './console-view.ts';
import { renderEnter } from './render-enter.ts';
import { renderList, renderThing, titleOf } from './render-list.ts';
import { renderOverview } from './render-overview.ts';
import { renderConfirm, renderResults } from './render-rows.ts';
import { consoleWords, listName, wordsOf } from './words.ts';

function renderMenu(current: string | undefined): Html {
  const place = findList(current ?? '')?.under ?? current;
  const links = lists
    .filter(({ under }) => under === undefined)
    .map(
      ({ name }) =>
        html`<li>
          <a href="${addressOf(name)}" ${name === place && html`aria-current="page"`}>${listName(name)}</a>
        </li> `,
    );
  return html`<nav aria-label="${consoleWords.menu}">
    <a class="skip" href="#content">${consoleWords.skip}</a>
    <details class="menu unfolds">
      <summary>${consoleWords.menu}</summary>
      <ul>
        <li>
          <a href="/console" ${current === undefined && html`aria-current="page"`}
            >${consoleWords.overview}</a
          >
        </li>
        ${links}
      </ul>
    </details>
  </nav>`;
}

/** Until when the power lasts, and the way to end it. */
function renderPower({ untilMs, csrf }: ConsoleView, context: PageContext): Html {
  if (untilMs === undefined) return html``;
  const time = new Date(untilMs).toISOString();
  const minutes = Math.max(1, Math.ceil((untilMs - context.nowMs) / 60_000));
  const content = html`<p>${consoleWords.power.until(time.slice(11, 16), minutes)}</p>
    <button class="link" name="act" value="end_power">${consoleWords.power.end}</button>`;
  return renderForm(context, csrf, content, html`action="/console" class="signed-in"`);
}

function renderSection(list: List | undefined, context: ConsoleContext): Html {
  const { section } = context.view;
  if (section.at === 'enter') return renderEnter(section, list, context);
  if (section.at === 'once')
    return html`<p class="lead">${consoleWords.once}</p>
      <p class="secret" translate="no">${section.value}</p>`;
  if (section.at === 'overview') return renderOverview(section);
  if (list === undefined) return html``;
  switch (section.at) {
    case 'list':
      return renderList(list, section, context);
    case 'thing':
      return renderThing(list, section, context);
    case 'confirm':
      return renderConfirm(list, section, context);
    case 'rows':
      return renderResults(list, section, context);
  }
}

function headingOf(list: List | undefined, context: ConsoleContext): Html | string {
  const { section } = context.view;
  if (section.at === 'enter')
    return section.form === null ? consoleWords.power.enter : wordsOf(section.form.act).name;
  if (section.at === 'confirm' || section.at === 'rows')
    return consoleWords.rows.confirm(wordsOf(section.act).name, section.rows.length);
  if (section.at === 'once') return wordsOf(section.act).name;
  if (section.at === 'thing' && list !== undefined) return titleOf(list, section.item, context);
  return listName(list?.name);
}

function renderResult({ notice, problem }: ConsoleView, isSaid: boolean): Html {
  if (problem !== null && !isSaid)
    return html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${problem.message}</p></div>`;
  return html`${notice !== null && html`<p class="notice" role="status">${notice}</p>`}`;
}

/** The way back from a thing to its list. */
function renderBack({ section, list = '' }: ConsoleView): Html | false {
  if (section.at !== 'thing') return false;
  return html`<p class="back"><a href="${addressOf(list)}">${listName(list)}</a></p>`;
}

/** Renders a page of the console beside its menu. Source: contract part 1 "Console". */
export function renderConsole(view: ConsoleView, page: PageContext): PagePart {
  const { problem } = view;
  const list = findList(view.list ?? '');
  const error: FieldError | null =
    problem?.field === undefined ? null : { message: problem.message, fields: [problem.field] };
  const context: ConsoleContext = { ...page, view, error };
  const rendered = renderSection(list, context);
  const heading = headingOf(list, context);
  const isSaid = error !== null && showsError(rendered);
  const content = html`<div class="beside console">
    ${renderMenu(view.list)}
    <div id="content" tabindex="-1">
      ${renderPower(view, page)} ${renderBack(view)}
      <h1>${heading}</h1>
      ${renderResult(view, isSaid)} ${rendered}
    </div>
  </div>`;
  const name = typeof heading === 'string' ? heading : listName(view.list);
  const title = `${name} – ${consoleWords.title}`;
  return { title, content, wide: true, footer: renderFoot(view, page) };
}

/** Who is signed in, and the way out. */
function renderFoot({ account, csrf }: ConsoleView, context: PageContext): Html {
  const leave = html`<p>${renderAccount(account)}</p>
    <button class="link">${consoleWords.leave}</button>`;
  return renderForm(context, csrf, leave, html`action="/logout" class="leave"`);
}
