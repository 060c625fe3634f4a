import { html, renderForm, renderLanguages, type PagePart } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { leaveId, readError, renderCredentials, renderDoorButtons } from '../render-credentials.ts';
import { renderClientName } from '../render-names.ts';
import type { AppSignInView } from './app-view.ts';
import { renderPlace } from './render-app.ts';

/** Renders the sign-in for an app: it says which one, before a password is typed. */
export function renderSignInTo(view: AppSignInView, context: PageContext): PagePart {
  const { account: accountPage, apps } = context.messages;
  const { heading, submit } = accountPage.login;
  const error = readError(view, context);
  const client = renderClientName(view.app.clientName, context.messages);
  const lead = view.account === null ? apps.signIn.lead : apps.signIn.again;
  const button = html`<button class="primary" name="decision" value="continue">${submit}</button>`;
  const content = html`<h1>${heading}</h1>
    <p class="lead">${lead(client, renderPlace(view.app, context))}</p>
    ${renderForm(
      context,
      view.csrf,
      html`${renderCredentials(view, context, error, button)}
      ${view.account === null && renderDoorButtons(context)}`,
    )}
    ${
      view.account !== null &&
      renderForm(
        context,
        view.csrf,
        html`<input type="hidden" name="decision" value="other_account" />`,
        html`action="${context.address.path}${context.address.search}" id="${leaveId}"`,
      )
    }`;
  const title = error === null ? heading : `${context.words.errorPrefix}: ${heading}`;
  return { title, content, footer: renderLanguages(context) };
}
