import { html, renderField, renderForm, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import type { Section } from './account-view.ts';
import { drawQr } from './draw-qr.ts';
import { renderButton, renderCodeField, renderPasswordField } from './sign-in-fields.ts';

type SignInSection = Section & { readonly name: 'sign_in' };

function renderPasswordChange(csrf: string, account: string, context: PageContext): Html {
  const { enter, account: texts } = context.messages;
  const attributes = html`type="password" required autocomplete="new-password"`;
  return html`<h2>${texts.signIn.password}</h2>
    <p class="hint">${texts.browsers.endOthersHint}</p>
    ${renderForm(
      context,
      csrf,
      html`<input type="text" name="email" value="${account}" autocomplete="username" readonly hidden />
        ${renderPasswordField(context, 'change')}
        ${renderField({ name: 'new_password', label: enter.newPassword, hint: enter.newPasswordHint, attributes }, null)}
        ${renderField({ name: 'new_password_again', label: enter.newPasswordAgain, attributes }, null)}
        ${renderButton('change_password', texts.signIn.changePassword)}`,
    )}`;
}

function renderBegun({ begun }: SignInSection, csrf: string, context: PageContext): Html {
  const words = context.messages.account.signIn;
  const { secret, otpauth_url: url } = begun ?? {};
  return html`${
    url !== undefined &&
    secret !== undefined &&
    html`<p>${words.scan}</p>
      ${drawQr(url, words.codes)}
      <dl class="facts">
        <dt>${words.secret}</dt>
        <dd><code class="code" translate="no">${secret}</code></dd>
      </dl>`
  }
  ${renderForm(
    context,
    csrf,
    html`${renderCodeField(context, 'codes', true)} ${renderPasswordField(context, 'codes')}
    ${renderButton('confirm_codes', words.confirm)}`,
  )}`;
}

/** One form for what needs a code of the secret in force; who lost it enters a recovery code. */
function renderCodesInForce(csrf: string, context: PageContext): Html {
  const words = context.messages.account.signIn;
  return renderForm(
    context,
    csrf,
    html`<p class="hint">${words.replaceAppHint}</p>
      ${renderCodeField(context, 'codes')} ${renderPasswordField(context, 'codes')}
      <div class="acts">
        ${renderButton('begin_codes', words.replaceApp)} ${renderButton('end_codes', words.disable)}
      </div>`,
  );
}

function renderCodes(section: SignInSection, csrf: string, context: PageContext): Html {
  const words = context.messages.account.signIn;
  const { mfa, begun } = section;
  return html`<h2>${words.codes}</h2>
    <p class="hint">${mfa ? words.codesOn : words.codesOff}</p>
    ${begun !== null && renderBegun(section, csrf, context)}
    ${begun === null && !mfa && renderForm(context, csrf, renderButton('begin_codes', words.begin))}
    ${begun === null && mfa && renderCodesInForce(csrf, context)}`;
}

function renderRecoveryCodes(section: SignInSection, csrf: string, context: PageContext): Html {
  const { overview, signIn: words } = context.messages.account;
  const { recovery_codes_left: left, recovery_codes: codes } = section;
  return html`<h2>${overview.recoveryCodes}</h2>
    <p class="hint">${words.recoveryHint}</p>
    ${
      codes.length > 0 &&
      html`<p class="refused">${words.recoveryShown}</p>
        <pre class="payload" translate="no">${codes.join('\n')}</pre>`
    }
    <p class="lead">${overview.recoveryLeft(left)}</p>
    ${
      codes.length === 0 &&
      renderForm(
        context,
        csrf,
        html`<p class="hint">${words.makeRecoveryHint}</p>
          ${renderCodeField(context, 'recovery')} ${renderPasswordField(context, 'recovery')}
          ${renderButton('replace_recovery', words.makeRecovery)}`,
      )
    }`;
}

/** Renders how the account signs in: its password, its one-time and recovery codes, and whether it lets new devices in. */
export function renderSignIn(
  section: SignInSection,
  csrf: string,
  account: string,
  context: PageContext,
): Html {
  const words = context.messages.account.signIn;
  const letsIn = section.device_sign_in === 'on';
  // First, where they are new: nobody may miss what is shown once.
  const isNew = section.recovery_codes.length > 0;
  const recoveryCodes = renderRecoveryCodes(section, csrf, context);
  return html`${isNew && recoveryCodes} ${renderPasswordChange(csrf, account, context)}
    ${renderCodes(section, csrf, context)} ${section.mfa && !isNew && recoveryCodes}
    <h2>${words.newDevices}</h2>
    <p class="hint">${letsIn ? words.devicesOn : words.devicesOff}</p>
    ${renderForm(
      context,
      csrf,
      html`${renderPasswordField(context, 'devices')}
      ${renderButton(letsIn ? 'stop_devices' : 'allow_devices', letsIn ? words.stopDevices : words.allowDevices)}`,
    )}`;
}
