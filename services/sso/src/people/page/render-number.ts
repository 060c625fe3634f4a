import {
  denyIcon,
  html,
  isolateText,
  renderForm,
  warningIcon,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { PageContext } from './page-context.ts';
import type { NumberView } from './page-view.ts';
import { renderClientName } from './render-names.ts';
import { renderAdminRefusal } from './render-request.ts';

/** To stop, and to see what has become of it: a GET, which changes nothing. */
function renderChoices({ csrf, userCode }: NumberView, context: PageContext): Html {
  const { number: words } = context.messages;
  const query = new URLSearchParams({ user_code: userCode, ui_locales: context.locale }).toString();
  return renderForm(
    context,
    csrf,
    html`<input type="hidden" name="user_code" value="${userCode}" />
      <div class="choices">
        <button name="decision" value="stop">${denyIcon}${words.stop}</button>
      </div>
      <p class="lead"><a href="${context.address.path}?${query}">${words.look}</a></p>`,
  );
}

/** Renders the number that the person gives their device, and what a person who has none before them must do. */
export function renderNumber(view: NumberView, context: PageContext): PagePart {
  const words = context.messages.number;
  const content = html`<h1>${words.heading}</h1>
    <p class="lead">${words.lead(renderClientName(view.clientName, context.messages))}</p>
    <p class="code-check">
      <span>${words.label}</span>
      <strong class="code">${isolateText(view.number, view.number.length)}</strong>
    </p>
    <div class="warning">
      ${warningIcon}
      <p><strong>${words.warningLead}</strong> ${words.warning(context.skin.name)} ${words.noDevice}</p>
    </div>
    ${renderAdminRefusal(view.adminRefusal, context.messages)} ${renderChoices(view, context)}`;
  return { title: words.heading, content };
}
