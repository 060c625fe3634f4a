import { html, type PagePart } from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { LeavingView } from './page-view.ts';
import { renderSaying } from './render-saying.ts';

/** Renders the way on: a browser takes it by itself, unless it does not. */
export function renderLeaving({ to }: LeavingView, { messages }: PageContext): PagePart {
  const { heading, text, goOn } = messages.apps.leaving;
  return renderSaying({ heading, text, more: html`<p><a class="restart" href="${to}">${goOn}</a></p>` });
}
