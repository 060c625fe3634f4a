import { html, renderField, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';

/** The current password, asked for before anything here changes. `form` makes the id differ from that of the page's other forms. */
export function renderPasswordField({ messages }: PageContext, form: string): Html {
  return renderField(
    {
      name: 'password',
      id: `${form}-password`,
      label: messages.account.signIn.currentPassword,
      attributes: html`type="password" required autocomplete="current-password"`,
    },
    null,
  );
}

/** A one-time or recovery code; for a new secret only its own first code. */
export function renderCodeField({ messages }: PageContext, form: string, isFirst = false): Html {
  const { enter, account } = messages;
  return renderField(
    {
      name: 'code',
      id: `${form}-code`,
      label: isFirst ? account.signIn.firstCode : enter.oneTimeCode,
      hint: isFirst ? account.signIn.firstCodeHint : enter.oneTimeCodeHint,
      attributes: html`class="one-time-code" type="text" ${isFirst && html`inputmode="numeric"`}
      autocomplete="one-time-code" autocapitalize="characters" autocorrect="off" spellcheck="false" required`,
    },
    null,
  );
}

export function renderButton(act: string, label: string): Html {
  return html`<button class="act" name="act" value="${act}">${label}</button>`;
}
