import {
  approveIcon,
  denyIcon,
  html,
  isolateText,
  renderForm,
  warningIcon,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { ConfirmView } from './page-view.ts';
import { renderClientName } from './render-names.ts';
import { renderAdminRefusal, renderFacts, renderRights } from './render-request.ts';

const maxCodeLength = 16;

/** What a person compares and considers last, right before they decide. */
function renderChecks({ userCode, request }: ConfirmView, { messages, skin }: PageContext): Html {
  const words = messages.confirm;
  return html`<p class="code-check">
      <span>${words.codeCheck}</span>
      <strong class="code">${isolateText(userCode, maxCodeLength)}</strong>
    </p>
    <div class="warning">
      ${warningIcon}
      <p><strong>${words.warningLead}</strong> ${words.warning(skin.name)}</p>
    </div>
    ${request.isSameNetwork === false && html`<p class="refused">${words.otherNetwork}</p>`}`;
}

function renderDecision(view: ConfirmView, context: PageContext): Html {
  const { approve, deny } = context.messages.confirm;
  return renderForm(
    context,
    view.csrf,
    html`<input type="hidden" name="ticket" value="${view.ticket}" />
      <input type="hidden" name="user_code" value="${view.userCode}" />
      <div class="choices">
        <button name="decision" value="deny">${denyIcon}${deny}</button>
        <button name="decision" value="approve">${approveIcon}${approve}</button>
      </div>`,
  );
}

/** Renders step 2: what helps a person notice a stranger's request, then two equally prominent answers. */
export function renderConfirm(view: ConfirmView, context: PageContext): PagePart {
  const { messages } = context;
  const words = messages.confirm;
  const isRefused = (scope: string) => scope === 'admin' && view.adminRefusal !== undefined;
  const scopes = view.request.scopes.filter((scope) => !isRefused(scope));
  const heading = scopes.includes('admin') ? words.headingAdmin : words.heading;
  const content = html`<div class="columns">
    <div>
      <h1>${heading(renderClientName(view.request.clientName, messages))}</h1>
      <div class="request">
        ${renderRights({ ...view.request, scopes }, context)}
        ${renderAdminRefusal(view.adminRefusal, messages)} ${renderFacts(view.request, context, view.account)}
      </div>
    </div>
    <div>${renderChecks(view, context)} ${renderDecision(view, context)}</div>
  </div>`;
  return { title: words.title, content, wide: true };
}
