import { html, renderForm, renderLink, type Html } from '@latchkey/pages';
import type { SectionOf } from './account-view.ts';
import { drawQr } from './draw-qr.ts';
import { pathOf } from './path-of.ts';
import {
  renderButton,
  renderCodeField,
  renderPasswordField,
  renderUnlessRecent,
  type FormContext,
} from './sign-in-fields.ts';

type CodesSection = SectionOf<'one_time_codes'>;
type Begun = NonNullable<CodesSection['begun']>;

/** In groups of four to read, without blanks between them to copy. */
function renderSecret(secret: string): Html {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return html`<code class="secret" translate="no"
    >${groups.map((group) => html`<span>${group}</span>`)}</code
  >`;
}

/** The first two of three steps; the third is on the page after. */
function renderBegun({ secret, otpauth_url: url }: Begun, context: FormContext): Html {
  const { sections, signIn: words } = context.messages.account;
  const form = html`<input type="hidden" name="otpauth_url" value="${url}" />
    ${renderCodeField(context, true)} ${renderUnlessRecent(context)}
    ${renderButton('confirm_codes', words.confirm)}`;
  return html`<ol class="steps">
    <li>
      <h2>${words.stepApp}</h2>
      <p>${words.scan}</p>
      ${drawQr(url, sections.one_time_codes)}
      <p><a href="${url}">${words.openApp}</a></p>
      <p>${words.secret}</p>
      ${renderSecret(secret)}
    </li>
    <li>
      <h2>${words.stepCode}</h2>
      ${renderForm(context, context.csrf, form)}
    </li>
    <li>
      <h2>${words.stepRecovery}</h2>
      <p class="hint">${words.stepRecoveryHint}</p>
    </li>
  </ol>`;
}

/** One form for what needs a code of the secret in force; who lost it enters a recovery code. */
function renderInForce(context: FormContext): Html {
  const words = context.messages.account.signIn;
  return html`<p class="lead">${words.codesOn}</p>
    <p class="hint">${words.replaceAppHint}</p>
    ${renderForm(
      context,
      context.csrf,
      html`${renderCodeField(context)} ${renderPasswordField(context)}
        <div class="acts">
          ${renderButton('begin_codes', words.replaceApp, 'act')}
          ${renderButton('end_codes', words.disable, 'act danger')}
        </div>`,
    )}`;
}

function renderNewCodes(codes: readonly string[], { messages }: FormContext): Html {
  const words = messages.account.signIn;
  return html`<p class="refused">${words.recoveryShown}</p>
    <pre class="payload" translate="no">${codes.join('\n')}</pre>
    <p class="hint">${words.recoveryHint}</p>`;
}

/** Renders the three steps to one-time codes, and what may be done with those in force. */
export function renderOneTimeCodes(section: CodesSection, context: FormContext): Html {
  const { overview, signIn: words } = context.messages.account;
  const { mfa, begun, recovery_codes: codes } = section;
  if (begun !== null) return renderBegun(begun, context);
  if (codes.length > 0)
    return html`<h2>${words.stepRecovery}</h2>
      ${renderNewCodes(codes, context)}`;
  if (mfa) return renderInForce(context);
  return html`<p class="lead">${words.codesOff} ${overview.codesHint}</p>
    ${renderForm(context, context.csrf, renderButton('begin_codes', words.begin))}`;
}

/** Renders how many recovery codes are left, and the form that makes new ones. */
export function renderRecoveryCodes(section: SectionOf<'recovery_codes'>, context: FormContext): Html {
  const { overview, signIn: words } = context.messages.account;
  const { mfa, recovery_codes_left: left, recovery_codes: codes } = section;
  if (!mfa)
    return html`<p class="lead">${words.recoveryLater}</p>
      <p>${renderLink(context, pathOf('one_time_codes'), words.begin, 'restart')}</p>`;
  if (codes.length > 0)
    return html`${renderNewCodes(codes, context)}
      <p class="lead">${overview.recoveryLeft(left)}</p>`;
  return html`<p class="lead">${overview.recoveryLeft(left)}</p>
    <p class="hint">${words.recoveryHint} ${words.makeRecoveryHint}</p>
    ${renderForm(
      context,
      context.csrf,
      html`${renderCodeField(context)} ${renderPasswordField(context)}
      ${renderButton('replace_recovery', words.makeRecovery)}`,
    )}`;
}
