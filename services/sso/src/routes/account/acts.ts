import { accountCalls, ownAccountCalls } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import type { Notice } from '../../page/account/account-view.ts';
import type { ActForm } from './act-form.ts';
import { endedBefore, problemOf, shownIn, type Act, type ActResult } from './act.ts';
import { dropActs } from './drop-acts.ts';
import { passkeyActs } from './passkey-acts.ts';
import { dataOf, type Ask } from './sections.ts';

/** Password and code, as user-api reads them. */
interface ShownFactors {
  readonly 'auth.pass': string;
  readonly 'auth.code': string;
}

/** Ends one thing by its id. What is unknown had ended before. */
async function endOne(
  answer: Promise<Refusal | { ok: true; data: { revoked?: boolean; ended?: number } }>,
  notice: Notice,
) {
  const given = await answer;
  if (!given.ok) return given.code === 'not_found' ? endedBefore : problemOf(given);
  const { revoked = true, ended = 1 } = given.data;
  return revoked && ended > 0 ? { notice } : endedBefore;
}

/** Acts that ask for the password again. */
async function withPassword(form: ActForm, act: () => Promise<ActResult>): Promise<ActResult> {
  return form.password === '' ? { problem: { kind: 'password_missing' } } : act();
}

function switchDevices(state: 'on' | 'off'): Act {
  return async (ask, { password }) => {
    const body = { ...shownIn({ password, code: '' }), device_sign_in: state };
    const answer = await ask(accountCalls.changeDeviceSignIn, body);
    return answer.ok ? { notice: { kind: `devices_${state}` } } : problemOf(answer);
  };
}

/** The new secret that a form showed, to show it again; null for what no page of ours wrote. */
function begunIn({ otpauth_url }: ActForm) {
  const url = URL.canParse(otpauth_url) ? new URL(otpauth_url) : undefined;
  const secret = url?.searchParams.get('secret') ?? '';
  const isOurs = url?.protocol === 'otpauth:' && /^[A-Z2-7]{16,128}$/.test(secret);
  return isOurs ? { secret, otpauth_url } : null;
}

/** Puts a new secret in force. After a wrong code it is shown again, unless another one has taken its place. */
const confirmCodes: Act = async (ask, form) => {
  const { code } = form;
  const begun = begunIn(form);
  if (code === '') return { problem: { kind: 'code_invalid' }, begun };
  const answer = await ask(accountCalls.confirmTotp, { ...shownIn(form), 'auth.code': code });
  if (answer.ok) return { notice: { kind: 'codes_on' }, recovery_codes: answer.data.recovery_codes };
  const refused = problemOf(answer);
  const { kind } = refused.problem;
  if (kind === 'changed_meanwhile') return refused;
  // Without a password only the code can be wrong.
  if (kind === 'credentials_invalid' && form.password === '')
    return { problem: { kind: 'code_invalid' }, begun };
  return { ...refused, begun };
};

/** Acts that ask for the password and a one-time or recovery code. */
function withCode(act: (ask: Ask, shown: ShownFactors) => Promise<ActResult>): Act {
  return (ask, form) =>
    withPassword(form, async () => {
      const { password, code } = form;
      if (code === '') return { problem: { kind: 'credentials_invalid' } };
      return act(ask, { 'auth.pass': password, 'auth.code': code });
    });
}

/** Accepts or declines an invitation. One that is not open any more had ended before. */
function answerInvitation(
  to: typeof accountCalls.acceptInvitation | typeof accountCalls.declineInvitation,
  kind: Notice['kind'],
): Act {
  return async (ask, { id }) => {
    const answer = await ask(to, { invite: id });
    if (answer.ok) return { notice: { kind } };
    return answer.code === 'not_found' ? endedBefore : problemOf(answer);
  };
}

/** What the forms of the account page do, by the name of their button. */
export const acts: Readonly<Record<string, Act>> = {
  end_device: (ask, { id }) => endOne(ask(accountCalls.revokeDevice, { id }), { kind: 'device_ended' }),
  async end_app(ask, { client_id }) {
    const answer = await ask(accountCalls.revokeApp, { client_id });
    if (!answer.ok) return answer.code === 'not_found' ? endedBefore : problemOf(answer);
    const { revoked, ended } = answer.data;
    return revoked ? { notice: { kind: 'app_ended', count: ended } } : endedBefore;
  },
  end_session: (ask, { id }) =>
    endOne(ask(accountCalls.revokeSession, { session_id: id }), { kind: 'session_ended' }),
  async end_others(ask) {
    const { ended } = dataOf(await ask(accountCalls.revokeOtherSessions, {}));
    return { notice: { kind: 'others_ended', count: ended } };
  },
  async change_email(ask, form) {
    const { email, password } = form;
    if (password === '') return { problem: { kind: 'password_missing', email } };
    const answer = await ask(accountCalls.changeEmail, { email, ...shownIn(form) });
    if (!answer.ok) return { problem: { ...problemOf(answer).problem, email } };
    return { notice: { kind: answer.data.mail === 'on' ? 'email_requested' : 'mail_off' } };
  },
  change_password: (ask, form) =>
    withPassword(form, async () => {
      const { password, new_password, new_password_again } = form;
      if (new_password !== new_password_again) return { problem: { kind: 'new_passwords_differ' } };
      const answer = await ask(accountCalls.changePassword, { 'auth.pass': password, new_password });
      if (!answer.ok) return problemOf(answer);
      return { notice: { kind: 'password_changed', count: answer.data.ended } };
    }),
  async begin_codes(ask, form) {
    const answer = await ask(accountCalls.beginTotp, shownIn(form));
    return answer.ok ? { notice: null, begun: answer.data } : problemOf(answer);
  },
  confirm_codes: confirmCodes,
  end_codes: withCode(async (ask, shown) => {
    const answer = await ask(accountCalls.disableTotp, shown);
    return answer.ok ? { notice: { kind: 'codes_off' } } : problemOf(answer);
  }),
  replace_recovery: withCode(async (ask, shown) => {
    const answer = await ask(accountCalls.replaceRecoveryCodes, shown);
    if (!answer.ok) return problemOf(answer);
    return { notice: { kind: 'recovery_replaced' }, recovery_codes: answer.data.recovery_codes };
  }),
  ...passkeyActs,
  ...dropActs,
  allow_devices: switchDevices('on'),
  stop_devices: switchDevices('off'),
  async leave_org(ask, { id }) {
    const answer = await ask(accountCalls.leaveOrg, { org: id });
    if (answer.ok) return { notice: { kind: 'org_left' } };
    if (answer.code === 'not_found') return endedBefore;
    return answer.code === 'state_conflict' ? { problem: { kind: 'last_owner' } } : problemOf(answer);
  },
  accept_invitation: answerInvitation(accountCalls.acceptInvitation, 'invitation_accepted'),
  decline_invitation: answerInvitation(accountCalls.declineInvitation, 'invitation_declined'),
  async ask_confirmation(ask) {
    const answer = await ask(accountCalls.requestConfirmation, {});
    if (!answer.ok) return problemOf(answer);
    return { notice: { kind: answer.data.mail === 'on' ? 'confirmation_requested' : 'mail_off' } };
  },
  async change_profile(ask, { name, locale }) {
    if (name.trim() === '') return { problem: { kind: 'name_refused' } };
    const answer = await ask(ownAccountCalls.update, { name, locale });
    return answer.ok ? { notice: { kind: 'profile_changed' } } : problemOf(answer);
  },
  async export_data(_ask, form, { openExport }) {
    const answer = await openExport(form.password);
    return answer.ok ? { pieces: answer.pieces } : problemOf(answer);
  },
  delete_account: (ask, form) =>
    withPassword(form, async () => {
      const { password, code } = form;
      const answer = await ask(ownAccountCalls.delete, { 'auth.pass': password, 'auth.code': code });
      return answer.ok ? 'deleted' : problemOf(answer);
    }),
};
