import { html, isolateText, renderForm, type Html } from '@latchkey/pages';
import type { List } from '../../console/declare.ts';
import { addressOf, type ConsoleContext } from './console-context.ts';
import type { ConsoleSection, MarkedRow } from './console-view.ts';
import { consoleWords, wordsOf } from './words.ts';

const longestTitle = 120;

/** The rows of a form, as the list wrote them. */
const renderMarked = (rows: readonly MarkedRow[]): Html =>
  html`${rows.map(({ key }) => html`<input type="hidden" name="row" value="${key}" /> `)}`;

const titleOf = ({ title }: MarkedRow): Html => isolateText(title, longestTitle);

/** The same, and what they are called. */
export const renderNamed = (rows: readonly MarkedRow[]): Html =>
  html`${renderMarked(rows)}
    <ul class="entries">
      ${rows.map((row) => html`<li>${titleOf(row)}</li> `)}
    </ul>`;

/** The one question before an act on marked rows. */
export function renderConfirm(
  list: List,
  { act, rows }: ConsoleSection & { readonly at: 'confirm' },
  context: ConsoleContext,
): Html {
  const words = wordsOf(act);
  const content = html`${renderNamed(rows)}
    <div class="acts">
      <button class="act danger" name="act" value="${act}">${words.name}</button>
      <a class="act" href="${addressOf(list.name)}">${consoleWords.rows.back}</a>
    </div>`;
  return html`<p class="lead">${words.does}</p>
    ${renderForm(context, context.view.csrf, content, html`action="${addressOf(list.name)}"`)}`;
}

/** What happened to each row, and a form for those to which nothing happened. */
export function renderResults(
  list: List,
  { act, rows }: ConsoleSection & { readonly at: 'rows' },
  context: ConsoleContext,
): Html {
  const rest = rows.filter(({ state }) => state === 'waiting');
  const again = html`${renderMarked(rest)}
    <button class="act danger" name="act" value="${act}">${consoleWords.rows.again}</button>`;
  return html`<ul class="entries">
      ${rows.map(
        (row) =>
          html`<li>
            ${titleOf(row)}
            <span class="${row.state === 'done' ? 'aside' : 'mark-text'}"
              >${consoleWords.rows[row.state]}</span
            >
            ${row.message !== '' && html`<p class="hint">${row.message}</p>`}
          </li> `,
      )}
    </ul>
    ${rest.length > 0 && renderForm(context, context.view.csrf, again, html`action="${addressOf(list.name)}"`)}
    <p class="paging"><a href="${addressOf(list.name)}">${consoleWords.rows.back}</a></p>`;
}
