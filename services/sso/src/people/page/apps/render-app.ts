import { html, isolateText, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderOwner } from '../render-names.ts';
import type { AppFacts } from './app-view.ts';

const maxPlaceLength = 100;

/** Where the answer goes, in words. */
export function renderPlace({ place }: AppFacts, { messages }: PageContext): Html {
  return place === null
    ? html`${messages.apps.onThisComputer}`
    : html`<bdi translate="no">${isolateText(place, maxPlaceLength)}</bdi>`;
}

/** Who asks: who has registered the app, and where it leads. */
export function renderAppFacts(app: AppFacts, context: PageContext, more: Html = html``): Html {
  const { request, apps } = context.messages;
  return html`<dl class="facts">
    <dt>${apps.leadsTo}</dt>
    <dd>${renderPlace(app, context)}</dd>
    <dt>${request.registered}</dt>
    <dd>${renderOwner(app.registeredBy, context.messages)}</dd>
    ${more}
  </dl>`;
}
