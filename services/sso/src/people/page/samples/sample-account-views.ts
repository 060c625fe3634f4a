import type { AccountView, Section } from '../account/account-view.ts';

const at = '2026-11-20T08:00:00.000Z';
const client = { id: 'acme', name: 'Acme Backup' };
export const paging = { next_cursor: 'next', isLater: true };

export function sample(section: Section, changes: Partial<AccountView> = {}): AccountView {
  const account = 'demo@latchkey.test';
  const nothing = { asksPassword: true, notice: null, problem: null };
  return { kind: 'account', csrf: 'csrf-value', account, section, ...nothing, ...changes };
}

const device = {
  id: 'd1',
  client,
  scope: 'openid profile admin repo:write',
  audience: ['https://drop.example.test'] as string[],
  road: 'device',
  ip: '203.0.113.7',
  approved_at: at,
  last_refreshed_at: at,
  registered_by: { kind: 'user', name: 'a…@acme.test' },
} as const;
const session = { id: 's1', client, ip: '203.0.113.7', created_at: at, last_seen_at: at } as const;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const entry = {
  client,
  ip: '203.0.113.7',
  user_agent: firefox,
  actor: null,
  details: null,
  created_at: at,
} as const;
const org = { id: 'o1', slug: 'acme', name: 'Acme', role: 'owner' } as const;
const begun = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_url: 'otpauth://totp/Acme:demo%40latchkey.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};
const newCodes = Array.from({ length: 10 }, () => '7KQ2M-X4R9T');
const codes = { name: 'one_time_codes', mfa: false, begun: null, recovery_codes: [] } as const;
const recovery = { name: 'recovery_codes', mfa: true, recovery_codes_left: 7, recovery_codes: [] } as const;
const offer = { challenge: 'Y2hhbGxlbmdl', begun: '1795340100000', rpId: 'sso.example.test' };
const passkey = {
  id: 'p1',
  name: 'My phone',
  synced: true,
  usable: true,
  created_at: at,
  last_used_at: at,
};
const unusable = { name: 'Key', synced: false, usable: false, last_used_at: null };
const passkeys = { name: 'passkeys', passkeys: [], asks: 'password', begun: null } as const;
const overview = {
  name: 'overview',
  user: { name: 'Ada Lovelace', email: 'demo@latchkey.test' },
  email_verified: false,
  device_sign_in: 'off',
  orgs: { items: [org, { ...org, id: 'o2', name: '' }], next_cursor: 'next' },
  invitations: { count: 2, isMore: false },
} as const;

const change = { email: 'ada.lovelace@example.test', until: '2026-11-27T08:00:00.000Z' };

/** Every section of the account page, as the tests beside the views render them. */
export const sampleAccountViews: Readonly<Record<string, AccountView>> = {
  'account, overview': sample({ ...overview, mfa: false, recovery_codes_left: 0 }),
  'account, few recovery codes': sample({ ...overview, mfa: true, recovery_codes_left: 3 }),
  'account, no recovery codes': sample({ ...overview, mfa: true, recovery_codes_left: 0 }),
  'account, devices': sample(
    {
      name: 'devices',
      ...paging,
      items: [
        { ...device, status: 'active', device_name: 'anna’s laptop' },
        { ...device, id: 'd3', road: 'browser', status: 'active', device_name: null },
        { ...device, id: 'd2', status: 'approved_waiting_pickup', device_name: null, registered_by: null },
      ],
    },
    { notice: { kind: 'app_ended', count: 2 } },
  ),
  'account, browsers': sample({
    name: 'browsers',
    ...paging,
    items: [
      { ...session, user_agent: firefox, current: true },
      { ...session, id: 's2', user_agent: '', current: false },
    ],
  }),
  'account, activity': sample({
    name: 'activity',
    ...paging,
    shown: 'devices',
    items: [
      {
        ...entry,
        event: 'device.approved',
        outcome: 'success',
        isElsewhere: true,
        isUnlike: true,
        details: { device_name: 'tv' },
      },
      {
        ...entry,
        event: 'user.root_session',
        outcome: 'failure',
        isElsewhere: false,
        isUnlike: false,
        actor: { kind: 'operator' },
      },
    ],
  }),
  'account, no devices': sample({ name: 'devices', items: [], next_cursor: null, isLater: false }),
  'account, sign-in': sample({
    name: 'sign_in',
    mfa: false,
    recovery_codes_left: 0,
    device_sign_in: 'on',
    passkeys: 0,
  }),
  'account, sign-in with codes': sample({
    name: 'sign_in',
    mfa: true,
    recovery_codes_left: 9,
    device_sign_in: 'off',
    passkeys: 2,
  }),
  'account, no passkeys': sample(passkeys, { passkey: offer }),
  'account, passkeys': sample(
    { ...passkeys, asks: 'code', passkeys: [passkey, { ...passkey, id: 'p2', ...unusable }] },
    { passkey: offer, notice: { kind: 'passkey_added' } },
  ),
  'account, passkeys, wrong password': sample(passkeys, {
    passkey: offer,
    problem: { kind: 'credentials_invalid' },
  }),
  'account, passkeys of an operator': sample({ ...passkeys, asks: 'reset' }, { passkey: offer }),
  'account, new passkey': sample(
    { ...passkeys, begun: { begun: 'sealed', user_handle: 'aGFuZGxl', credential_ids: ['aWQ'] } },
    { passkey: offer },
  ),
  'account, no passkeys at an address': sample(passkeys),
  'account, password': sample({ name: 'password', least: 12 }),
  'account, password refused': sample(
    { name: 'password', least: 12 },
    { problem: { kind: 'new_password_short' } },
  ),
  'account, no one-time codes': sample(codes),
  'account, new one-time codes': sample({ ...codes, begun }),
  'account, new one-time codes, wrong code': sample(
    { ...codes, begun },
    { problem: { kind: 'code_invalid' } },
  ),
  'account, one-time codes on': sample(
    { ...codes, mfa: true, recovery_codes: newCodes },
    { notice: { kind: 'codes_on' } },
  ),
  'account, one-time codes': sample(
    { ...codes, mfa: true },
    { problem: { kind: 'throttled', retryAfterSeconds: 431 } },
  ),
  'account, recovery codes': sample(recovery),
  'account, recovery codes without one-time codes': sample({ ...recovery, mfa: false }),
  'account, new recovery codes': sample(
    { ...recovery, recovery_codes: newCodes },
    { notice: { kind: 'recovery_replaced' } },
  ),
  'account, email': sample(
    { name: 'email', mfa: true, email_change: null },
    { problem: { kind: 'email_invalid' } },
  ),
  'account, email waits': sample(
    { name: 'email', mfa: false, email_change: { ...change, state: 'waiting' } },
    { notice: { kind: 'email_requested' } },
  ),
  'account, email changed': sample({
    name: 'email',
    mfa: false,
    email_change: { ...change, state: 'changed' },
  }),
  'account, new devices': sample({ name: 'new_devices', device_sign_in: 'on' }),
  'account, new devices off': sample({ name: 'new_devices', device_sign_in: 'off' }),
  'account, organisations': sample({
    name: 'organisations',
    ...paging,
    items: [org],
    invitations: [
      {
        invite: 'i1',
        org: { id: 'o3', slug: 'globex', name: 'Globex' },
        role: 'member',
        invited_by: { name: 'Hank Scorpio', email: 'hank@globex.test' },
        expires_at: '2026-11-27T08:00:00.000Z',
      },
    ],
  }),
  'account, my data': sample(
    { name: 'my_data', user: { name: 'Ada Lovelace' }, locale: 'de' },
    { problem: { kind: 'name_refused' } },
  ),
  'account, deletion': sample({ name: 'delete', mfa: true }, { problem: { kind: 'owner_of', org: 'acme' } }),
};
