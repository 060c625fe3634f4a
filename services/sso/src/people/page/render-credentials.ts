import { cleanText, html, renderField, type FieldError, type Html } from '@latchkey/pages';
import type { EntryProblem } from '../sign-in/sign-in.ts';
import type { PageContext } from './page-context.ts';
import type { CredentialsView } from './page-view.ts';
import { renderPasskeySignIn } from './passkeys/render-passkey.ts';
import { renderAccount } from './render-names.ts';

type FieldName = 'user_code' | 'email' | 'password' | 'code';

const maxEmailLength = 512;
/** The form that signs out, so that another account can sign in. */
export const leaveId = 'leave';

const fieldsAtFault: Record<EntryProblem, readonly FieldName[]> = {
  code_missing: ['user_code'],
  code_invalid: ['user_code'],
  code_from_address: ['user_code'],
  email_missing: ['email'],
  password_missing: ['password'],
  // Said where the focus is: the password is typed again in any case.
  credentials_invalid: ['password', 'email', 'code'],
  one_time_code_required: ['code'],
  account_mismatch: ['password'],
  // Said beside the button.
  passkey_refused: [],
  passkey_expired: [],
  sign_in_expired: ['password'],
  confirmation_expired: ['user_code'],
};

function isCodeRequired(view: CredentialsView): boolean {
  return view.oneTimeCode === 'required' || view.error === 'one_time_code_required';
}

/** The problem as an error of the fields that are shown. */
export function readError(view: CredentialsView, { messages }: PageContext): FieldError | null {
  if (view.error === null) return null;
  const hidden = new Set<FieldName>();
  if (view.account !== null) hidden.add('email');
  if (!isCodeRequired(view)) hidden.add('code');
  const fields = fieldsAtFault[view.error].filter((name) => !hidden.has(name));
  return { message: messages.errors[view.error], fields };
}

/** With a browser session, shows the account in place of the field; the hidden input is for password managers. */
function renderEmail(view: CredentialsView, { messages }: PageContext, error: FieldError | null): Html {
  if (view.account !== null) {
    return html`<div class="signed-in">
        <p>${messages.enter.signedInAs(renderAccount(view.account))}</p>
        <button class="link" form="${leaveId}">${messages.enter.otherAccount}</button>
      </div>
      <input type="text" name="email" value="${view.account}" autocomplete="username" readonly hidden />`;
  }
  return renderField(
    {
      name: 'email',
      label: messages.enter.email,
      attributes: html`type="text" inputmode="email" value="${cleanText(view.email, maxEmailLength)}" required
      autocomplete="${view.passkey === undefined ? 'username' : 'username webauthn'}" autocapitalize="none"
      autocorrect="off" spellcheck="false" enterkeyhint="next"`,
    },
    error,
  );
}

function renderPassword(context: PageContext, error: FieldError | null): Html {
  const { enter } = context.messages;
  return renderField(
    {
      name: 'password',
      label: enter.password,
      hint: enter.addressCheck(html`<strong><bdi translate="no">${context.address.host}</bdi></strong>`),
      attributes: html`type="password" required autocomplete="current-password" enterkeyhint="go"`,
    },
    error,
  );
}

function renderOneTimeCode(view: CredentialsView, { messages }: PageContext, error: FieldError | null): Html {
  const words = messages.enter;
  const required = isCodeRequired(view);
  const field = renderField(
    {
      name: 'code',
      label: words.oneTimeCode,
      hint: words.oneTimeCodeHint,
      attributes: html`class="one-time-code" type="text" autocomplete="one-time-code"
      autocapitalize="characters" autocorrect="off" spellcheck="false" enterkeyhint="go"
      ${required && html`required`}`,
    },
    error,
  );
  if (required) return field;
  return html`<details ${view.oneTimeCode === 'expected' && html`open`}>
    <summary>${words.oneTimeCodeOffer}</summary>
    ${field}
  </details>`;
}

/** The fields of a form that signs in, the button that sends them, and the one of a passkey. */
export function renderCredentials(
  view: CredentialsView,
  context: PageContext,
  error: FieldError | null,
  submit: Html,
): Html {
  const isOfPasskey = error !== null && error.fields.length === 0;
  return html`${renderEmail(view, context, error)} ${renderPassword(context, error)}
  ${renderOneTimeCode(view, context, error)} ${submit}
  ${isOfPasskey && html`<p class="error" role="alert" tabindex="-1" autofocus>${error.message}</p>`}
  ${renderPasskeySignIn(view.passkey, context)}`;
}

/**
 * For who has forgotten the password, and who has no account yet: buttons of the form that signs in, which keep what was
 * typed. No link may name a code or an address.
 */
export function renderDoorButtons({ messages: { doors }, maySignUp }: PageContext): Html {
  const button = (page: string, label: string) =>
    html`<button class="link" name="decision" value="${page}" formnovalidate>${label}</button> `;
  return html`<div class="paging">
    ${button('reset', doors.forgot)} ${maySignUp && button('signup', doors.create)}
  </div>`;
}
