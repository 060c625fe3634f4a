import {
  approveIcon,
  denyIcon,
  html,
  renderForm,
  renderLanguages,
  warningIcon,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderAccount, renderClientName } from '../render-names.ts';
import { renderAdminRefusal, renderAudiences, renderRights } from '../render-request.ts';
import type { AppAskView } from './app-view.ts';
import { renderAppFacts } from './render-app.ts';

function renderWorksAt({ request }: AppAskView, context: PageContext): Html {
  if (request.audiences.length === 0) return html``;
  return html`<dt>${context.messages.request.worksAt}</dt>
    <dd>${renderAudiences(request.audiences, context)}</dd>`;
}

/** The answers are hidden for the first second, so that a click that was meant for another page decides nothing. */
function renderAnswers({ csrf }: AppAskView, context: PageContext): Html {
  const { allow, deny } = context.messages.apps.ask;
  return renderForm(
    context,
    csrf,
    html`<div class="choices late">
      <button name="decision" value="deny">${denyIcon}${deny}</button>
      <button name="decision" value="approve">${approveIcon}${allow}</button>
    </div>`,
  );
}

/** The account that is used, and the way to another one. */
function renderWhose({ account, csrf }: AppAskView, context: PageContext): Html {
  const { enter } = context.messages;
  return renderForm(
    context,
    csrf,
    html`<div class="signed-in">
      <p>${enter.signedInAs(renderAccount(account))}</p>
      <button class="link" name="decision" value="other_account">${enter.otherAccount}</button>
    </div>`,
  );
}

/** Renders the question: who asks and where it leads, the rights in words, then two equally prominent answers. */
export function renderAsk(view: AppAskView, context: PageContext): PagePart {
  const { messages } = context;
  const { apps, confirm } = messages;
  const isRefused = (scope: string) => scope === 'admin' && view.adminRefusal !== undefined;
  const scopes = view.request.scopes.filter((scope) => !isRefused(scope));
  const heading = scopes.includes('admin') ? confirm.headingAdmin : confirm.heading;
  const client = renderClientName(view.app.clientName, messages);
  const content = html`<div class="columns">
    <div>
      <h1>${heading(client)}</h1>
      <div class="request">
        ${renderRights({ ...view.request, scopes }, context)}
        ${renderAdminRefusal(view.adminRefusal, messages)}
        ${renderAppFacts(view.app, context, renderWorksAt(view, context))}
      </div>
    </div>
    <div>
      ${renderWhose(view, context)}
      <div class="warning">
        ${warningIcon}
        <p><strong>${apps.ask.warningLead}</strong> ${apps.ask.warning}</p>
      </div>
      ${renderAnswers(view, context)}
    </div>
  </div>`;
  return { title: confirm.title, content, wide: true, footer: renderLanguages(context) };
}
