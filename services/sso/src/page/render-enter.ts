import {
  cleanText,
  html,
  renderErrorSummary,
  renderField,
  renderForm,
  renderLanguages,
  type FieldError,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { EntryProblem } from '../sign-in/sign-in.ts';
import type { PageContext } from './page-context.ts';
import type { EnterView } from './page-view.ts';
import { renderAccount, renderClientName, renderFacts, renderRights } from './render-request.ts';

type FieldName = 'user_code' | 'email' | 'password' | 'code' | 'new_password' | 'new_password_again';

const maxCodeLength = 64;
const maxEmailLength = 512;
const leaveId = 'leave';

const fieldsAtFault: Record<EntryProblem, readonly FieldName[]> = {
  code_missing: ['user_code'],
  code_invalid: ['user_code'],
  code_from_address: ['user_code'],
  email_missing: ['email'],
  password_missing: ['password'],
  credentials_invalid: ['email', 'password', 'code'],
  one_time_code_required: ['code'],
  password_change_required: ['password', 'new_password', 'new_password_again'],
  new_password_refused: ['new_password', 'new_password_again'],
  new_passwords_differ: ['new_password_again'],
  account_mismatch: ['password'],
  confirmation_expired: ['password'],
};

function isCodeRequired(view: EnterView): boolean {
  return view.oneTimeCode === 'required' || view.error === 'one_time_code_required';
}

function readError(view: EnterView, { messages }: PageContext): FieldError | null {
  if (view.error === null) return null;
  const hidden = new Set<FieldName>();
  if (view.account !== null) hidden.add('email');
  if (!isCodeRequired(view)) hidden.add('code');
  const fields = fieldsAtFault[view.error].filter((name) => !hidden.has(name));
  return { message: messages.errors[view.error], fields };
}

function renderCode(view: EnterView, { messages }: PageContext, error: FieldError | null): Html {
  const words = messages.enter;
  return renderField(
    {
      name: 'user_code',
      label: words.code,
      hint: html`${view.request === null ? words.codeHint : words.codeHintFor}
        <span>${words.codeWarning}</span>`,
      attributes: html`class="code" type="text" value="${cleanText(view.userCode, maxCodeLength)}" required
      autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" translate="no"
      enterkeyhint="next"`,
    },
    error,
  );
}

/** With a browser session, shows the account in place of the field; the hidden input is for password managers. */
function renderEmail(view: EnterView, { messages }: PageContext, error: FieldError | null): Html {
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
      autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="next"`,
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

function renderOneTimeCode(view: EnterView, { messages }: PageContext, error: FieldError | null): Html {
  const words = messages.enter;
  const required = isCodeRequired(view);
  if (view.oneTimeCode === 'none' && !required) return html``;
  const field = renderField(
    {
      name: 'code',
      label: words.oneTimeCode,
      hint: words.oneTimeCodeHint,
      attributes: html`class="one-time-code" type="text" inputmode="numeric" autocomplete="one-time-code"
      autocorrect="off" spellcheck="false" enterkeyhint="go" ${required && html`required`}`,
    },
    error,
  );
  if (required) return field;
  return html`<details>
    <summary>${words.oneTimeCodeOffer}</summary>
    ${field}
  </details>`;
}

/** The fields for a password that must be changed. The page has no script, so a repetition guards against slips. */
function renderNewPassword(view: EnterView, { messages }: PageContext, error: FieldError | null): Html {
  if (!view.asksNewPassword) return html``;
  const { newPassword, newPasswordHint, newPasswordAgain } = messages.enter;
  const attributes = html`type="password" required autocomplete="new-password" enterkeyhint="go"`;
  return html`${renderField({ name: 'new_password', label: newPassword, hint: newPasswordHint, attributes }, error)}
  ${renderField({ name: 'new_password_again', label: newPasswordAgain, attributes }, error)}`;
}

function renderIntroduction(view: EnterView, context: PageContext): Html {
  const { messages } = context;
  if (view.request === null) {
    return html`<h1>${messages.enter.heading}</h1>
      <p class="lead">${messages.enter.lead}</p>`;
  }
  return html`<h1>${messages.enter.headingFor(renderClientName(view.request.clientName, messages))}</h1>
    <p class="lead">${messages.enter.leadFor}</p>
    <div class="request">
      ${renderRights(view.request, context, true)} ${renderFacts(view.request, context)}
    </div>`;
}

/** With a browser session, a second form: sign out and return with the same code. */
function renderLeave(view: EnterView, context: PageContext): Html {
  if (view.account === null) return html``;
  const code = cleanText(view.userCode, maxCodeLength);
  return renderForm(
    context,
    view.csrf,
    html`<input type="hidden" name="next" value="device_login" />
      <input type="hidden" name="user_code" value="${code}" />`,
    html`action="${context.logoutPath}" id="${leaveId}"`,
  );
}

function keepCode({ userCode }: EnterView): Record<string, string> {
  const code = cleanText(userCode, maxCodeLength);
  return code === '' ? {} : { user_code: code };
}

/** Renders step 1: the code, the credentials and, for a live code, the request. */
export function renderEnter(view: EnterView, context: PageContext): PagePart {
  const { messages } = context;
  const error = readError(view, context);
  const content = html`${error !== null && renderErrorSummary(error, context.words.errorHeading)}
    <div class="columns">
      <div>${renderIntroduction(view, context)}</div>
      ${renderForm(
        context,
        view.csrf,
        html`${renderCode(view, context, error)} ${renderEmail(view, context, error)}
          ${renderPassword(context, error)} ${renderOneTimeCode(view, context, error)}
          ${renderNewPassword(view, context, error)}
          <button class="primary" name="decision" value="continue">${messages.enter.submit}</button>`,
      )}
    </div>
    ${renderLeave(view, context)}`;
  const title =
    error === null ? messages.enter.heading : `${context.words.errorPrefix}: ${messages.enter.heading}`;
  return {
    title,
    content,
    wide: view.request !== null,
    footer: renderLanguages(context, keepCode(view)),
  };
}
