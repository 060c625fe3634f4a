import { newPasswordOption, passwordOption, readNewPassword, readPassword } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { defineAct } from '../define-act.ts';
import { defineSearch } from '../define-search.ts';
import { showTime } from '../output.ts';
import { accountView } from './account-view.ts';
import { roles } from './orgs.ts';

const needs = 'account';
const inviteArgument = { invite: { summary: 'The id of the invitation.' } } as const;
const code = { code: { summary: 'A one-time code of now, or a recovery code.' } } as const;
const fieldNames = { 'auth.code': 'CODE' } as const;
const keepThem =
  'The recovery codes are shown this once. Each takes the place of a one-time code, once. Keep them where you find them without your phone.';

/** What is shown of new recovery codes: each on a line, to write down or copy. */
function showRecoveryCodes({ recovery_codes: codes }: { recovery_codes: readonly string[] }) {
  return Object.fromEntries(codes.map((one, nth) => [`recovery code ${nth + 1}`, one]));
}

function listRecoveryCodes({ recovery_codes: codes }: { recovery_codes: readonly string[] }): string {
  return codes.join('\n');
}

/** Leaves out the parameters that every authenticator assumes, so that the QR code fits a window of 24 rows. */
const shorten = (url: string) => url.replace(/&(algorithm=SHA1|digits=6|period=30)(?=&|$)/g, '');

export const account = [
  accountView,
  defineCommand({
    name: 'account password',
    summary: 'Change your password; all your other sessions and devices end.',
    needs,
    options: { ...passwordOption, ...newPasswordOption },
    async run({ shell, out, connect, userApi }, input) {
      const api = await userApi();
      const password = await readPassword(shell, input['password-file']);
      const newPassword = await readNewPassword(shell, input['new-password-file']);
      const { ended } = await api('/account/me/password/change', {
        'auth.pass': password,
        new_password: newPassword,
      });
      out.record({ ended }, {});
      out.say(`The password is changed. Other sessions and devices ended: ${ended}.`);
      // The access token from before is void now; the refresh token is not.
      const { caller } = await connect();
      await caller.credentials((await caller.credentials())?.accessToken);
    },
  }),
  defineAct({
    name: 'account email change',
    summary: 'Ask for another email address; the link that is mailed to it confirms it.',
    details:
      'Your sessions and devices stay. The address from before gets a mail that can undo the change for 24 hours. While one-time codes are on, a code is needed. "latchkey account view" shows what a change waits for.',
    needs,
    fieldNames,
    arguments: {
      email: { summary: 'The new email address.' },
      code: { ...code.code, isOptional: true },
    },
    wantsPassword: true,
    call: (api, { email, code: typed, password }) =>
      api('/account/me/email/change', {
        email,
        'auth.pass': password,
        ...(typed !== undefined && { 'auth.code': typed }),
      }),
    done: ({ mail, email }) =>
      mail === 'on'
        ? `If nobody else has ${email}, a link is on its way to it. Open it within 24 hours.`
        : 'This installation sends no mail, so no address can be confirmed. Nothing was changed.',
  }),
  defineAct({
    name: 'account totp begin',
    summary: 'Make a secret for one-time codes; the first code puts it in force.',
    details: 'While one-time codes are on, a code and your password are needed. A recovery code will do.',
    needs,
    fieldNames,
    arguments: { code: { ...code.code, isOptional: true } },
    wantsPassword: ({ code: typed }) => typed !== undefined,
    call: (api, { code: typed, password }) =>
      api('/account/me/totp/begin', typed === undefined ? {} : { 'auth.code': typed, 'auth.pass': password }),
    fields: ({ secret, otpauth_url: url }) => ({ secret, url: shorten(url) }),
    result: ({ secret }) => secret,
    picture: ({ otpauth_url: url }) => shorten(url),
    done: () => 'Shown only once. After adding it, run: latchkey account totp confirm CODE',
  }),
  defineAct({
    name: 'account totp confirm',
    summary: 'Turn one-time codes on with the first code of the new secret.',
    needs,
    fieldNames,
    arguments: { code: { summary: 'A one-time code of the new secret.' } },
    wantsPassword: true,
    call: (api, { code: typed, password }) =>
      api('/account/me/totp/confirm', { 'auth.code': typed, 'auth.pass': password }),
    fields: showRecoveryCodes,
    result: listRecoveryCodes,
    done: () => `From now on a sign-in asks for a one-time code. ${keepThem}`,
  }),
  defineAct({
    name: 'account recovery-codes',
    summary: 'Make ten recovery codes in place of those that you have.',
    needs,
    fieldNames,
    arguments: code,
    wantsPassword: true,
    call: (api, { code: typed, password }) =>
      api('/account/me/recovery_codes/replace', { 'auth.code': typed, 'auth.pass': password }),
    fields: showRecoveryCodes,
    result: listRecoveryCodes,
    done: () => keepThem,
  }),
  defineAct({
    name: 'account totp disable',
    summary: 'Turn one-time codes off.',
    needs,
    fieldNames,
    arguments: code,
    wantsPassword: true,
    call: (api, { code: typed, password }) =>
      api('/account/me/totp/disable', { 'auth.code': typed, 'auth.pass': password }),
    done: () => 'A sign-in asks for no one-time code any more.',
  }),
  defineAct({
    name: 'account devices',
    summary: 'Let devices and apps be approved for your account, or not.',
    needs,
    arguments: { state: { summary: 'on or off.', choices: ['on', 'off'] } },
    wantsPassword: true,
    call: (api, { state, password }) =>
      api('/account/me/device_sign_in/change', { device_sign_in: state, 'auth.pass': password }),
    done: ({ device_sign_in: state }) =>
      state === 'on'
        ? 'Devices and apps can be approved for your account.'
        : 'No new device or app can be approved for your account. Those that you approved before stay connected.',
  }),
  defineSearch({
    name: 'account invitations list',
    summary: 'List the open invitations to your address.',
    needs,
    things: 'open invitations',
    filters: {
      role: { type: 'text', field: 'role', choices: roles, summary: 'Only those for this role.' },
    },
    search: (api, fields) => api('/account/me/invitation/search', fields),
    columns: {
      invite: ({ invite }) => invite,
      org: (one) => one.org.name,
      role: ({ role }) => role,
      from: (one) => one.invited_by.email,
      until: (one) => showTime(one.expires_at),
    },
    key: ({ invite }) => invite,
  }),
  defineAct({
    name: 'account invitations accept',
    summary: 'Accept an invitation to an org.',
    needs,
    arguments: inviteArgument,
    call: (api, { invite: id }) => api('/account/me/invitation/accept', { invite: id }),
    done: ({ member }) => `You are ${member.role} of ${member.org_slug}.`,
  }),
  defineAct({
    name: 'account invitations decline',
    summary: 'Decline an invitation to an org.',
    needs,
    arguments: inviteArgument,
    call: (api, { invite: id }) => api('/account/me/invitation/decline', { invite: id }),
    done: () => 'The invitation is declined.',
  }),
];
