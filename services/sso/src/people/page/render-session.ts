import { html, renderForm, renderLink, type PagePart } from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { SessionView, SignOutView } from './page-view.ts';
import { renderAccount, renderClientName } from './render-names.ts';
import { renderSaying } from './render-saying.ts';

/** Renders the account that is signed in, with a form to sign out. */
export function renderSession({ signedIn }: SessionView, context: PageContext): PagePart {
  const { messages, address } = context;
  const words = messages.session;
  if (signedIn === null) {
    const more = html`<p>${renderLink(context, '/login', messages.account.login.heading, 'restart')}</p>
      <p>${renderLink(context, address.path, messages.enter.heading)}</p>`;
    return renderSaying({ heading: words.signedOut, more });
  }
  const content = html`<h1>${messages.enter.signedInAs(renderAccount(signedIn.account))}</h1>
    <p class="lead">${words.lead}</p>
    <p class="lead">${renderLink(context, '/account', messages.account.menu)}</p>
    ${renderForm(
      context,
      signedIn.csrf,
      html`<button class="primary">${words.signOut}</button>`,
      html`action="/logout"`,
    )}`;
  return { title: words.title, content };
}

/** Renders the question of an app that has led the browser here to sign its person out. */
export function renderSignOut(view: SignOutView, context: PageContext): PagePart {
  const { messages } = context;
  const { heading, lead } = messages.apps.signOut;
  const content = html`<h1>${heading(renderClientName(view.clientName, messages))}</h1>
    ${view.account !== null && html`<p class="lead">${messages.enter.signedInAs(renderAccount(view.account))}</p>`}
    <p class="lead">${lead}</p>
    ${renderForm(context, view.csrf, html`<button class="primary">${messages.session.signOut}</button>`)}`;
  return { title: messages.session.signOut, content };
}
