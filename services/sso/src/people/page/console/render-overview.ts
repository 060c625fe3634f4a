import { totalNames } from '@latchkey/contracts';
import { html, isolateText, type Html } from '@latchkey/pages';
import { addressOf } from './console-context.ts';
import type { DayTotals, Need, OverviewSection } from './console-overview.ts';
import { renderPlot, showDay, showNumber } from './render-plot.ts';
import { consoleWords } from './words.ts';

const words = consoleWords.needs;

const mails = (query: Readonly<Record<string, string>>, text: string, list = 'mails') =>
  html`<a href="${addressOf(list, query)}">${text}</a>`;

function sayNeed(need: Need): Html {
  switch (need.kind) {
    case 'dead_mails':
      return mails({ status: 'dead' }, words.deadMails(need.count));
    case 'dead_signals':
      return mails({ status: 'dead', kind: 'signal' }, words.deadSignals(need.count));
    case 'signals_off':
      return mails({ status: 'off' }, words.signalsOff(need.count), 'signals');
    case 'mails_wait':
      return mails({ status: 'waiting' }, words.mailsWait(need.count));
    case 'old_key':
      return html`${words.oldKey(need.days)}`;
    case 'events_wait':
      return html`${words.eventsWait(need.minutes)}`;
    case 'no_answer':
      return html`${words.noAnswer(need.service)}`;
    case 'other_version':
      return html`${words.otherVersion(need.service, need.own)} ${isolateText(need.version, 32)}`;
  }
}

function renderNeeds(needs: readonly Need[]): Html {
  if (needs.length === 0) return html`<p class="notice">${words.none}</p>`;
  return html`<ul class="entries">
    ${needs.map((need) => html`<li>${sayNeed(need)}</li> `)}
  </ul>`;
}

/** Today beside yesterday. */
function renderTotals([today, yesterday]: readonly DayTotals[]): Html {
  if (today === undefined || yesterday === undefined) return html``;
  const { totals } = consoleWords;
  return html`<table class="counts">
    <thead>
      <tr>
        <th scope="col"><span class="spoken">${totals.what}</span></th>
        <th scope="col">${totals.today}</th>
        <th scope="col">${totals.yesterday}</th>
      </tr>
    </thead>
    <tbody>
      ${totalNames.map(
        (name) =>
          html`<tr>
            <th scope="row">${totals.names[name]}</th>
            <td>${showNumber(today[name])}</td>
            <td>${showNumber(yesterday[name])}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** Renders what needs somebody, the totals of two days, and the plot of 30. Source: contract part 1 "Console". */
export function renderOverview({ needs, days }: OverviewSection): Html {
  const { totals, plot } = consoleWords;
  const counted =
    days === null
      ? html`<p class="lead">${totals.unknown}</p>`
      : html`<p class="hint">${totals.lead(showDay(days[0]?.day ?? ''))}</p>
          ${renderTotals(days)}
          <h2>${plot.title}</h2>
          ${renderPlot(days.toReversed(), plot)}`;
  return html`<h2>${words.title}</h2>
    ${renderNeeds(needs)}
    <h2>${totals.title}</h2>
    ${counted}`;
}
