import { approveIcon, html, renderForm, type Html, type PagePart } from '@latchkey/pages';
import type { Look } from '../look.ts';
import type { PageContext } from '../page-context.ts';
import type { DeletedView, SectionOf } from './account-view.ts';
import { renderButton, renderCodeField, renderPasswordField, type FormContext } from './sign-in-fields.ts';

/** Renders what ends with the account, and the form that deletes it. */
export function renderDeletion({ mfa }: SectionOf<'delete'>, context: FormContext): Html {
  const { sections, myData: words } = context.messages.account;
  return html`<p class="lead">${words.deleteHint}</p>
    <p class="hint">${words.deleteLater}</p>
    ${renderForm(
      context,
      context.csrf,
      html`${renderPasswordField(context)} ${mfa && renderCodeField(context)}
      ${renderButton('delete_account', sections.delete, 'primary danger')}`,
    )}`;
}

/** Renders that the account is deleted, and what stays for a time. */
function renderDeleted(_view: DeletedView, { messages }: PageContext): PagePart {
  const { deleted, deletedHint, deleteLater } = messages.account.myData;
  const content = html`<div class="outcome approved">
    ${approveIcon}
    <h1>${deleted}</h1>
    <p>${deletedHint}</p>
    <p>${deleteLater}</p>
  </div>`;
  return { title: deleted, content };
}

export const deletedLook: Look<DeletedView> = {
  render: renderDeleted,
  describe: ({ kind: outcome }) => ({ outcome }),
};
