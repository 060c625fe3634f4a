import { LatchkeyError, type UserApiData } from '@latchkey/client';
import { defineCommand } from '../command.ts';
import type { UserApi } from '../define-search.ts';
import { showTime } from '../output.ts';

/** Your account on one screen, of what several routes answer. */
export const accountView = defineCommand({
  name: 'account view',
  summary: 'Show your account, how it signs in, and what has access to it.',
  needs: 'account',
  async run({ globals, out, userApi }) {
    const api = await userApi();
    const [account, orgs, devices, sessions] = await Promise.all([
      api('/account/me/view', {}),
      listOrgs(api),
      api('/oauth/device/search/user', { status: 'active', limit: 1 }),
      api('/account/me/session/search', { status: 'active', limit: 1 }),
    ]);
    const { user, email_verified, mfa, recovery_codes_left: left, device_sign_in: newDevices } = account;
    if (globals.quiet && !globals.json) return out.line(user.email);
    const counts = { devices: devices.total_count, sessions: sessions.total_count };
    out.record(
      { ...account, orgs, ...counts },
      {
        email: user.email,
        name: user.name,
        id: user.id,
        'address verified': email_verified,
        'address change': sayChange(account.email_change),
        'one-time codes': mfa ? `on, ${left} recovery codes left` : 'off',
        'new devices': newDevices === 'on' ? 'allowed' : 'not allowed',
        orgs: orgs?.map(({ slug, role }) => `${slug} (${role})`),
        ...counts,
      },
    );
    if (orgs === null) out.say('Your orgs need: latchkey login --scope account --scope orgs');
  },
});

/** What is left of a change of the address; undefined where there is none. */
function sayChange(change: UserApiData<'/account/me/view'>['email_change']): string | undefined {
  if (change === null) return undefined;
  const until = showTime(change.until);
  return change.state === 'waiting'
    ? `${change.email} waits for its link until ${until}`
    : `done; the mail to ${change.email} can undo it until ${until}`;
}

/** The newest orgs of the caller; null where the login lacks the right to see them. */
async function listOrgs(api: UserApi) {
  return api('/org/search', { limit: 100 }).then(
    ({ items }) => items.map(({ id, slug, name, role }) => ({ id, slug, name, role })),
    (error: unknown) => {
      if (error instanceof LatchkeyError && error.code === 'insufficient_scope') return null;
      throw error;
    },
  );
}
