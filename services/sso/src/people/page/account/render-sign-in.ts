import { html, renderForm, type Html } from '@latchkey/pages';
import { renderNewPasswords } from '../new-password.ts';
import type { SectionOf } from './account-view.ts';
import { pathOf } from './path-of.ts';
import type { SectionName } from './section-names.ts';
import { renderButton, renderPasswordField, renderUnlessRecent, type FormContext } from './sign-in-fields.ts';

interface Row {
  readonly name: SectionName;
  readonly state?: string;
  readonly act: string;
}

/** Renders how the account signs in, as rows that lead to the page of each act. */
export function renderSignIn(
  section: SectionOf<'sign_in'>,
  { account, locale, messages }: FormContext,
): Html {
  const { overview, sections, signIn: words } = messages.account;
  const { mfa, device_sign_in: devices, recovery_codes_left: left, passkeys: count } = section;
  const recovery: Row = {
    name: 'recovery_codes',
    state: overview.recoveryLeft(left),
    act: words.makeNew,
  };
  const rows: readonly Row[] = [
    { name: 'email', state: account, act: words.change },
    { name: 'password', act: words.change },
    {
      name: 'one_time_codes',
      state: mfa ? overview.on : overview.off,
      act: mfa ? words.change : words.setUp,
    },
    ...(mfa ? [recovery] : []),
    {
      name: 'passkeys',
      state: messages.passkeys.count(count),
      act: count === 0 ? words.setUp : words.change,
    },
    {
      name: 'new_devices',
      state: devices === 'on' ? overview.allowed : overview.notAllowed,
      act: words.change,
    },
  ];
  const items = rows.map(
    ({ name, state, act }) =>
      html`<li>
        <p>
          <strong>${sections[name]}</strong>
          ${state !== undefined && html`<span class="aside">${state}</span>`}
        </p>
        <a class="act" href="${pathOf(name)}?ui_locales=${locale}" aria-label="${sections[name]}: ${act}"
          >${act}</a
        >
      </li> `,
  );
  return html`<ul class="rows">
    ${items}
  </ul>`;
}

export function renderPassword({ least }: SectionOf<'password'>, context: FormContext): Html {
  const { account, error, messages } = context;
  const texts = messages.account;
  return html`<p class="lead">${texts.signIn.passwordEnds}</p>
    ${renderForm(
      context,
      context.csrf,
      html`<input type="text" name="email" value="${account}" autocomplete="username" readonly hidden />
        ${renderPasswordField(context)} ${renderNewPasswords(least, error, messages)}
        ${renderButton('change_password', texts.signIn.changePassword)}`,
    )}`;
}

/** Renders whether the account lets new devices in, and the switch of that. */
export function renderNewDevices(section: SectionOf<'new_devices'>, context: FormContext): Html {
  const words = context.messages.account.signIn;
  const letsIn = section.device_sign_in === 'on';
  const [state, act, label] = letsIn
    ? [words.devicesOn, 'stop_devices', words.stopDevices]
    : [words.devicesOff, 'allow_devices', words.allowDevices];
  return html`<p class="lead">${state}</p>
    ${renderForm(context, context.csrf, html`${renderUnlessRecent(context)} ${renderButton(act, label)}`)}`;
}
