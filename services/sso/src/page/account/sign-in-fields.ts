import { html, renderField, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';

/** The current password, asked for before anything here changes. `form` tells the fields of one form from another's. */
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

export function renderCodeField({ messages }: PageContext): Html {
  const { oneTimeCode, oneTimeCodeHint } = messages.enter;
  return renderField(
    {
      name: 'code',
      label: oneTimeCode,
      hint: oneTimeCodeHint,
      attributes: html`class="one-time-code" type="text" inputmode="numeric" autocomplete="one-time-code"
      required`,
    },
    null,
  );
}

export function renderButton(act: string, label: string): Html {
  return html`<button class="act" name="act" value="${act}">${label}</button>`;
}
