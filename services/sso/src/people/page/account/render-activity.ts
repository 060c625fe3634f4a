import { cleanText, html, isolateText, summariseUserAgent, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderClientName, renderQuoted } from '../render-names.ts';
import type { LogItem, SectionOf } from './account-view.ts';
import { activityKindOf } from './activity-kind.ts';
import { renderMoment, renderPaging } from './render-list.ts';
import { activityFilters } from './section-names.ts';

const [maxDeviceLength, maxAddressLength] = [64, 64];

/** What is written beside an event that may not be of the person. */
function renderMarks(item: LogItem, { messages: { account } }: PageContext): Html {
  const words = account.activity;
  const marks = [
    item.outcome === 'failure' && words.failed,
    item.actor !== null && words.byOperator,
    item.isElsewhere && words.otherNetwork,
    item.isUnlike && words.unlike,
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

/** The app of an event, and its device where that has a name; undefined without an app that has a name. */
function renderApp({ client, details }: LogItem, { messages }: PageContext): Html | undefined {
  if (client === null || client.name === null) return undefined;
  const device = details?.['device_name'];
  const app = renderClientName(client.name, messages);
  return typeof device === 'string' && cleanText(device, 1) !== ''
    ? messages.account.activity.onDevice(app, renderQuoted(device, maxDeviceLength, messages))
    : app;
}

function renderEntry(item: LogItem, context: PageContext): Html {
  const { account, passkeys, drops } = context.messages;
  const { activity } = account;
  const events = { ...account.events, ...passkeys.events, ...drops.events };
  const app = renderApp(item, context);
  const kind = activityKindOf(item);
  const sentence = { device_approved: activity.gotAccess, device_denied: activity.wasDenied }[kind as string];
  const marks = renderMarks(item, context);
  return html`<li>
    ${
      app !== undefined && sentence !== undefined
        ? html`<p>${sentence(app)}${marks}</p>`
        : html`<p><strong>${events[kind]}</strong>${marks}</p>
            ${app !== undefined && html`<p>${app}</p>`}`
    }
    <p class="hint">${renderWhere(item, context)}</p>
  </li> `;
}

/** What the address of each choice says. */
function queryOf(shown: ActivitySection['shown']): Record<string, string> {
  if (shown === 'all') return {};
  return shown === 'failures' ? { outcome: 'failure' } : { kind: shown };
}

type ActivitySection = SectionOf<'activity'>;

/** Renders what happened to the account, the newest first. */
export function renderActivity(section: ActivitySection, context: PageContext): Html {
  const { address, locale, messages } = context;
  const words = messages.account.activity;
  const { shown, items } = section;
  const choices = ['all', ...activityFilters, 'failures'] as const;
  const label = (choice: (typeof choices)[number]) =>
    choice === 'all' || choice === 'failures' ? words[choice] : words.kinds[choice];
  const links = choices.map((choice) => {
    const search = new URLSearchParams({ ui_locales: locale, ...queryOf(choice) });
    return html`<li>
      <a href="${address.path}?${search.toString()}" ${choice === shown && html`aria-current="true"`}
        >${label(choice)}</a
      >
    </li> `;
  });
  return html`<p class="lead">${words.lead}</p>
    <nav class="menu" aria-label="${words.filter}">
      <ul>
        ${links}
      </ul>
    </nav>
    ${items.length === 0 && html`<p class="lead">${words.none}</p>`}
    <ol class="entries">
      ${items.map((item) => renderEntry(item, context))}
    </ol>
    ${renderPaging(section, context, queryOf(shown))}`;
}
