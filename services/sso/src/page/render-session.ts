import { html, renderForm, type PagePart } from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { SessionView } from './page-view.ts';
import { renderAccount } from './render-request.ts';

/** Renders the account that is signed in, with a form to sign out. */
export function renderSession({ signedIn }: SessionView, context: PageContext): PagePart {
  const { messages, locale, address, logoutPath } = context;
  const words = messages.session;
  if (signedIn === null) {
    const content = html`<div class="outcome">
      <h1>${words.signedOut}</h1>
      <p><a class="restart" href="/login?ui_locales=${locale}">${messages.account.login.heading}</a></p>
      <p><a href="${address.path}?ui_locales=${locale}">${messages.enter.heading}</a></p>
    </div>`;
    return { title: words.signedOut, content };
  }
  const content = html`<h1>${messages.enter.signedInAs(renderAccount(signedIn.account))}</h1>
    <p class="lead">${words.lead}</p>
    <p class="lead"><a href="/account?ui_locales=${locale}">${messages.account.menu}</a></p>
    ${renderForm(
      context,
      signedIn.csrf,
      html`<button class="primary">${words.signOut}</button>`,
      html`action="${logoutPath}"`,
    )}`;
  return { title: words.title, content };
}
