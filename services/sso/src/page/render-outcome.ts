import { formatWait } from './describe-request.ts';
import type { PagePart } from './document.ts';
import { html } from './html.ts';
import { APPROVE_ICON, DENY_ICON, WARNING_ICON } from './icons.ts';
import type { PageContext } from './page-context.ts';
import type { DoneView, FailedView } from './page-view.ts';
import { renderClientName } from './render-request.ts';

/** The end of the flow: what was decided, and that the page may be closed. */
export function renderDone(view: DoneView, { messages }: PageContext): PagePart {
  const { heading, text } = messages.done[view.decision];
  const icon = view.decision === 'approved' ? APPROVE_ICON : DENY_ICON;
  const content = html`<div class="outcome ${view.decision}">
    ${icon}
    <h1>${heading}</h1>
    <p>${text(renderClientName(view.clientName, messages))}</p>
  </div>`;
  return { title: heading, content };
}

/** The flow cannot go on from here: why, and the way back to its start. */
export function renderFailed(view: FailedView, { locale, messages, address }: PageContext): PagePart {
  const { heading, text } = messages.failed[view.reason];
  const wait = 'retryAfterSeconds' in view ? formatWait(messages.tag, view.retryAfterSeconds) : '';
  const content = html`<div class="outcome failed">
    ${WARNING_ICON}
    <h1>${heading}</h1>
    <p>${text(wait)}</p>
    <p><a class="restart" href="${address.path}?ui_locales=${locale}">${messages.restart}</a></p>
  </div>`;
  return { title: heading, content };
}
