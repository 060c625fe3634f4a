import { html, renderField, renderForm, type FieldError, type Html } from '@latchkey/pages';
import type { PasskeyOffer } from '../../sign-in/passkey.ts';
import type { PageContext } from '../page-context.ts';

/** What a page with a form needs to render itself. */
export interface FormContext extends PageContext {
  /** The address of the account. */
  readonly account: string;
  readonly csrf: string;
  /** What the person must correct. */
  readonly error: FieldError | null;
  readonly email: string;
  /** Whether a form of an act that does not last has a field for the password. */
  readonly asksPassword: boolean;
  /** What the browser is to make a passkey with; undefined where there are none. */
  readonly passkey?: PasskeyOffer | undefined;
}

/** The current password, asked for before anything here changes. */
export function renderPasswordField({ messages, error }: FormContext): Html {
  return renderField(
    {
      name: 'password',
      label: messages.account.signIn.currentPassword,
      attributes: html`type="password" required autocomplete="current-password"`,
    },
    error,
  );
}

/** The same for an act that does not last: not where it was typed in the last five minutes. */
export function renderUnlessRecent(context: FormContext): Html {
  return html`${context.asksPassword && renderPasswordField(context)}`;
}

/** A one-time or recovery code; for a new secret only its own first code. */
export function renderCodeField(
  { messages, error }: Pick<FormContext, 'messages' | 'error'>,
  isFirst = false,
): Html {
  const { enter, account } = messages;
  return renderField(
    {
      name: 'code',
      label: isFirst ? account.signIn.firstCode : enter.oneTimeCode,
      hint: isFirst ? account.signIn.firstCodeHint : enter.oneTimeCodeHint,
      attributes: html`class="one-time-code" type="text" ${isFirst && html`inputmode="numeric"`}
      autocomplete="one-time-code" autocapitalize="characters" autocorrect="off" spellcheck="false" required`,
    },
    error,
  );
}

export function renderButton(act: string, label: string, look = 'primary'): Html {
  return html`<button class="${look}" name="act" value="${act}">${label}</button>`;
}

/** A form with one button, which does `act` to what `fields` name. */
export function renderAct(
  context: FormContext,
  {
    act,
    label,
    fields = {},
  }: { act: string; label: Html | string; fields?: Readonly<Record<string, string>> },
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `,
  );
  return renderForm(
    context,
    context.csrf,
    html`${hidden}<button class="act" name="act" value="${act}"><span>${label}</span></button>`,
  );
}
