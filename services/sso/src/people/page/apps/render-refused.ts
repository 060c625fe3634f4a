import { html, isolateText, type PagePart } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderClientName } from '../render-names.ts';
import { renderSaying, type Saying } from '../render-saying.ts';
import type { AppBrokenView, AppRefusedView, AppWaitingView } from './app-view.ts';
import { renderAppFacts, renderPlace } from './render-app.ts';

const maxDescription = 300;

/** Says it, and the same for who made the app, in English. */
function renderFailed(said: Pick<Saying, 'heading' | 'text'>, description: string): PagePart {
  const more = html`<p class="hint">
    <code lang="en" dir="ltr">${isolateText(description, maxDescription)}</code>
  </p>`;
  return renderSaying({ ...said, kind: 'failed', more });
}

/** Renders a refusal, and the way back to the app, which a person takes by a click. */
export function renderRefused(view: AppRefusedView, context: PageContext): PagePart {
  const { messages } = context;
  const { refused } = messages.apps;
  const isDenied = view.error === 'access_denied';
  const { heading, text } = isDenied ? refused.denied : refused.other;
  const client = renderClientName(view.app.clientName, messages);
  const said = isDenied
    ? renderSaying({ heading, text: text(client), kind: 'denied' })
    : renderFailed({ heading, text: text(client) }, `${view.error}: ${view.description}`);
  const content = html`${said.content} ${renderAppFacts(view.app, context)}
    <p><a class="restart" href="${view.to}">${refused.back(renderPlace(view.app, context))}</a></p>`;
  return { ...said, content };
}

/** Renders that the request cannot be answered: nobody is led anywhere. */
export function renderBroken({ description }: AppBrokenView, { messages }: PageContext): PagePart {
  return renderFailed(messages.apps.broken, description);
}

/** Renders the way to the page, for a frame or a preview. */
export function renderWaiting(_view: AppWaitingView, { messages, address }: PageContext): PagePart {
  const { heading, text, open } = messages.apps.waiting;
  const more = html`<p>
    <a class="restart" href="${address.path}${address.search}" target="_top">${open}</a>
  </p>`;
  return renderSaying({ heading, text, more });
}
