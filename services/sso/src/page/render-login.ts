import { html, renderForm, renderLanguages, type PagePart } from '@latchkey/pages';
import { renderDoorButtons } from './doors/door-links.ts';
import type { PageContext } from './page-context.ts';
import type { LoginView } from './page-view.ts';
import { readError, renderCredentials, scriptOf } from './render-credentials.ts';

export function renderLogin(view: LoginView, context: PageContext): PagePart {
  const { heading, submit } = context.messages.account.login;
  const error = readError(view, context);
  const content = html`<h1>${heading}</h1>
    ${renderForm(
      context,
      view.csrf,
      html`${renderCredentials(view, context, error, html`<button class="primary">${submit}</button>`)}
      ${renderDoorButtons(context)}`,
    )}`;
  const title = error === null ? heading : `${context.words.errorPrefix}: ${heading}`;
  return { title, content, footer: renderLanguages(context), ...scriptOf(view) };
}
