import { html, renderLink, type PagePart } from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { DoneView } from './page-view.ts';
import { renderClientName } from './render-names.ts';
import { renderAdminRefusal } from './render-request.ts';
import { renderSaying } from './render-saying.ts';

/** Renders the end of the flow: the decision, that the page can be closed, and the way to the account. */
export function renderDone(view: DoneView, context: PageContext): PagePart {
  const { messages } = context;
  const { menu, sections } = messages.account;
  const { heading, text } = messages.done[view.decision];
  const [path, label] =
    view.decision === 'approved' ? ['/account/devices', sections.devices] : ['/account', menu];
  const more = html`${renderAdminRefusal(view.adminRefusal, messages)}
    <p>${renderLink(context, path, label)}</p>`;
  const client = renderClientName(view.clientName, messages);
  return renderSaying({ heading, text: text(client), kind: view.decision, more });
}
