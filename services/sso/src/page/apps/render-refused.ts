import { denyIcon, html, isolateText, warningIcon, type Html, type PagePart } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderClientName } from '../render-request.ts';
import type { AppBrokenView, AppRefusedView, AppWaitingView } from './app-view.ts';
import { renderAppFacts, renderPlace } from './render-app.ts';

const maxDescription = 300;

/** The same for who made the app, in English. */
function renderCause(description: string): Html {
  return html`<p class="hint">
    <code lang="en" dir="ltr">${isolateText(description, maxDescription)}</code>
  </p>`;
}

/** Renders a refusal, and the way back to the app, which a person takes by a click. */
export function renderRefused(view: AppRefusedView, context: PageContext): PagePart {
  const { messages } = context;
  const { refused } = messages.apps;
  const isDenied = view.error === 'access_denied';
  const { heading, text } = isDenied ? refused.denied : refused.other;
  const client = renderClientName(view.app.clientName, messages);
  const content = html`<div class="outcome ${isDenied ? 'denied' : 'failed'}">
      ${isDenied ? denyIcon : warningIcon}
      <h1>${heading}</h1>
      <p>${text(client)}</p>
      ${!isDenied && renderCause(`${view.error}: ${view.description}`)}
    </div>
    ${renderAppFacts(view.app, context)}
    <p><a class="restart" href="${view.to}">${refused.back(renderPlace(view.app, context))}</a></p>`;
  return { title: heading, content };
}

/** Renders that the request cannot be answered: nobody is led anywhere. */
export function renderBroken({ description }: AppBrokenView, { messages }: PageContext): PagePart {
  const { heading, text } = messages.apps.broken;
  const content = html`<div class="outcome failed">
    ${warningIcon}
    <h1>${heading}</h1>
    <p>${text}</p>
    ${renderCause(description)}
  </div>`;
  return { title: heading, content };
}

/** Renders the way to the page, for a frame or a preview. */
export function renderWaiting(_view: AppWaitingView, { messages, address }: PageContext): PagePart {
  const { heading, text, open } = messages.apps.waiting;
  const content = html`<div class="outcome">
    <h1>${heading}</h1>
    <p>${text}</p>
    <p><a class="restart" href="${address.path}${address.search}" target="_top">${open}</a></p>
  </div>`;
  return { title: heading, content };
}
