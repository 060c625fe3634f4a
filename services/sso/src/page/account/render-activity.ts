import { html, isolateText, summariseUserAgent, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderClientName } from '../render-request.ts';
import type { LogItem, Section } from './account-view.ts';
import { activityKindOf } from './activity-kind.ts';
import { renderMoment, renderPaging } from './render-list.ts';

const [maxDeviceLength, maxAddressLength] = [64, 64];

/** What is written beside an event that may not be of the person. */
function renderMarks(item: LogItem, { messages: { account } }: PageContext): Html {
  const words = account.activity;
  const marks = [
    item.outcome === 'failure' && words.failed,
    item.actor !== null && words.byOperator,
    item.isElsewhere && words.otherNetwork,
  ].filter((mark) => mark !== false);
  return html`${marks.map((mark) => html` <span class="mark-text">${mark}</span>`)}`;
}

/** When, from where and by which program. */
function renderWhere(item: LogItem, context: PageContext): Html {
  const program = summariseUserAgent(item.user_agent ?? '');
  const parts = [
    renderMoment(item.created_at, context),
    item.ip !== null && isolateText(item.ip, maxAddressLength),
    program !== '' && html`<bdi translate="no">${program}</bdi>`,
  ].filter((part) => part !== false);
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

function renderEntry(item: LogItem, context: PageContext): Html {
  const { messages } = context;
  const { client, details } = item;
  const device = details?.['device_name'];
  return html`<li>
    <p>
      <strong>${messages.account.events[activityKindOf(item.event)]}</strong>${renderMarks(item, context)}
    </p>
    ${
      client !== null &&
      client.name !== null &&
      html`<p>
        ${renderClientName(client.name, messages)}${
          typeof device === 'string' && html` (${isolateText(device, maxDeviceLength)})`
        }
      </p>`
    }
    <p class="hint">${renderWhere(item, context)}</p>
  </li> `;
}

/** Renders what happened to the account, the newest first. */
export function renderActivity(section: Section & { readonly name: 'activity' }, context: PageContext): Html {
  const { address, locale, messages } = context;
  const words = messages.account.activity;
  const { onlyFailures, items } = section;
  const query: Record<string, string> = onlyFailures ? { outcome: 'failure' } : {};
  const choice = (label: string, search: string, isChosen: boolean) =>
    html`<li>
      <a href="${address.path}?ui_locales=${locale}${search}" ${isChosen && html`aria-current="true"`}
        >${label}</a
      >
    </li> `;
  return html`<p class="lead">${words.lead}</p>
    <nav class="menu" aria-label="${words.filter}">
      <ul>
        ${choice(words.all, '', !onlyFailures)} ${choice(words.failures, '&outcome=failure', onlyFailures)}
      </ul>
    </nav>
    ${items.length === 0 && html`<p class="lead">${words.none}</p>`}
    <ol class="entries">
      ${items.map((item) => renderEntry(item, context))}
    </ol>
    ${renderPaging(section, context, query)}`;
}
