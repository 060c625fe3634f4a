import { formatSize, formatWait, html, renderLink, type Html, type PagePart } from '@latchkey/pages';
import { pathOf } from './account/path-of.ts';
import type { PageContext } from './page-context.ts';
import type { FailedView } from './page-view.ts';
import { renderSaying } from './render-saying.ts';

/** The pages that a person begins from. */
function renderStarts(context: PageContext): Html {
  const { account, enter } = context.messages;
  return html`<p>${renderLink(context, '/account', account.menu, 'restart')}</p>
    <p>${renderLink(context, '/device_login', enter.heading)}</p>`;
}

/** With the code of the form: a GET changes nothing, and asks again for one that must be typed. */
function startQuery(view: FailedView, { address, locale }: PageContext): string {
  const query = new URLSearchParams(address.search);
  query.set('ui_locales', locale);
  if ('userCode' in view && view.userCode !== undefined) query.set('user_code', view.userCode);
  return query.toString();
}

/** What these ask for is done in the account. */
const mendedInAccount: ReadonlySet<FailedView['reason']> = new Set([
  'device_sign_in_off',
  'too_many_approvals',
]);

/** The long text of a form that makes a one-time link is its secret, which has a limit of its own. */
function sayReason(view: FailedView, { words, messages, address }: PageContext): string {
  const { text } = messages.failed[view.reason];
  if (view.reason !== 'too_large')
    return text('retryAfterSeconds' in view ? formatWait(words.tag, view.retryAfterSeconds) : '');
  if (address.path === pathOf('drops')) return messages.drops.problems.secret_long;
  return text(formatSize(words.tag, view.limitBytes));
}

/** Renders why the flow cannot continue, with a link to its start where that can work. */
export function renderFailed(view: FailedView, context: PageContext): PagePart {
  const { words, messages, address, skin } = context;
  const { heading: named } = messages.failed[view.reason];
  const heading = typeof named === 'string' ? named : named(skin.name);
  const more = html`${
    mendedInAccount.has(view.reason) &&
    html`<p>${renderLink(context, '/account/sign_in', messages.account.menu)}</p>`
  }
  ${view.reason === 'not_found' && renderStarts(context)}
  ${
    // Approvals do not work before the wait is over; other pages may.
    view.reason !== 'not_found' &&
    view.reason !== 'too_many_approvals' &&
    html`<p><a class="restart" href="${address.path}?${startQuery(view, context)}">${words.restart}</a></p>`
  }
  ${view.reason === 'throttled' && html`<p>${renderLink(context, '/reset', messages.doors.forgot)}</p>`}`;
  return renderSaying({ heading, text: sayReason(view, context), kind: 'failed', more });
}
