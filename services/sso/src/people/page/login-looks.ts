import { html, renderForm, renderLanguages, type PagePart } from '@latchkey/pages';
import type { Looks } from './look.ts';
import type { PageContext } from './page-context.ts';
import type { ChoosePasswordView, LoginView } from './page-view.ts';
import { choosePasswordLook } from './render-choose-password.ts';
import { readError, renderCredentials, renderDoorButtons } from './render-credentials.ts';

/** What the page of the sign-in can show. */
export type LoginPageView = LoginView | ChoosePasswordView;

export const loginLooks: Looks<LoginPageView> = {
  login: { render: renderLogin, describe: ({ kind: outcome, csrf }) => ({ outcome, csrf }) },
  choose_password: choosePasswordLook,
};

function renderLogin(view: LoginView, context: PageContext): PagePart {
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
  return { title, content, footer: renderLanguages(context) };
}
