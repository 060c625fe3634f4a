import { html, renderForm, type Html, type PagePart } from '@latchkey/pages';
import type { Look } from './look.ts';
import { passwordFields, renderNewPasswords, sayPasswordProblem } from './new-password.ts';
import type { PageContext } from './page-context.ts';
import type { ChoosePasswordView } from './page-view.ts';
import { renderAccount } from './render-names.ts';

/** What the form carries on: the code, the credentials, and the account for password managers. */
function renderCarried({ userCode, sealed, account }: ChoosePasswordView): Html {
  return html`${userCode !== '' && html`<input type="hidden" name="user_code" value="${userCode}" />`}
    <input type="hidden" name="sealed_credentials" value="${sealed}" />
    <input type="text" name="email" value="${account}" autocomplete="username" readonly hidden />`;
}

function renderChoosePassword(view: ChoosePasswordView, context: PageContext): PagePart {
  const { messages, words } = context;
  const { heading, lead } = messages.choosePassword;
  const { error: problem, least } = view;
  const error =
    problem === null
      ? null
      : { message: sayPasswordProblem(problem, least, context), fields: passwordFields[problem] };
  const content = html`<h1>${heading}</h1>
    <p class="lead">${lead(renderAccount(view.account))}</p>
    ${renderForm(
      context,
      view.csrf,
      html`${renderCarried(view)} ${renderNewPasswords(least, error, messages)}
        <button class="primary">${messages.enter.submit}</button>`,
    )}`;
  return { title: error === null ? heading : `${words.errorPrefix}: ${heading}`, content };
}

export const choosePasswordLook: Look<ChoosePasswordView> = {
  render: renderChoosePassword,
  describe({ kind: outcome, csrf, userCode: user_code, account, sealed: sealed_credentials }) {
    return { outcome, csrf, user_code, account, sealed_credentials };
  },
};
