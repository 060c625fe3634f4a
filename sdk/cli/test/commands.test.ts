import type { Command } from '../src/command.ts';
import { commands } from '../src/commands/index.ts';
import { events, wordEvent } from '../src/event-words.ts';
import { createShell, removeFolder } from './create-shell.ts';
import { exampleAnswer, fieldsOf, routes } from './document.ts';
import { logIn } from './log-in.ts';

afterAll(removeFolder);

const page = { limit: 20 };

/** What is typed, and the call that it must lead to. Every act is said with --yes. */
const calls: readonly (readonly [line: string, path: string, fields: object])[] = [
  ['devices', '/oauth/device/search/user', {}],
  [
    'devices list --client c_1 --status active',
    '/oauth/device/search/user',
    { client_id: 'c_1', status: 'active' },
  ],
  ['devices end d1 --yes', '/oauth/device/revoke', { id: 'd1' }],
  [
    'apps --scope account --status active --search abc',
    '/oauth/clients/authorized/search',
    { scope: 'account', status: 'active', search: 'abc' },
  ],
  ['apps end c_1 --yes', '/oauth/clients/authorized/revoke', { client_id: 'c_1' }],
  [
    'sessions --kind root --limit 20 --cursor x',
    '/account/me/session/search',
    { kind: 'root', ...page, cursor: 'x' },
  ],
  ['sessions end s1 --yes', '/account/me/session/revoke', { session_id: 's1' }],
  ['sessions end --others --yes', '/account/me/session/revoke_others', {}],
  [
    'log --event user.login --outcome failure --ip ::1',
    '/account/me/auth/request_log/search',
    { event: 'user.login', outcome: 'failure', ip: '::1' },
  ],
  ['account update --name Ada --language de', '/account/me/update', { name: 'Ada', locale: 'de' }],
  [
    'account email change new@example.com',
    '/account/me/email/change',
    { email: 'new@example.com', 'auth.pass': 'old one' },
  ],
  [
    'account email change new@example.com 123456',
    '/account/me/email/change',
    { email: 'new@example.com', 'auth.code': '123456', 'auth.pass': 'old one' },
  ],
  ['account passkeys list', '/account/me/passkey/list', {}],
  ['account passkeys remove p1 --yes', '/account/me/passkey/remove', { id: 'p1' }],
  ['account totp begin', '/account/me/totp/begin', {}],
  [
    'account totp begin 7KQ2M-X4R9T',
    '/account/me/totp/begin',
    { 'auth.code': '7KQ2M-X4R9T', 'auth.pass': 'old one' },
  ],
  [
    'account recovery-codes 7KQ2M-X4R9T',
    '/account/me/recovery_codes/replace',
    { 'auth.code': '7KQ2M-X4R9T', 'auth.pass': 'old one' },
  ],
  [
    'account totp confirm 123456',
    '/account/me/totp/confirm',
    { 'auth.code': '123456', 'auth.pass': 'old one' },
  ],
  [
    'account totp disable 123456',
    '/account/me/totp/disable',
    { 'auth.code': '123456', 'auth.pass': 'old one' },
  ],
  [
    'account devices off',
    '/account/me/device_sign_in/change',
    { device_sign_in: 'off', 'auth.pass': 'old one' },
  ],
  ['account invitations --role owner', '/account/me/invitation/search', { role: 'owner' }],
  ['account invitations accept i1', '/account/me/invitation/accept', { invite: 'i1' }],
  ['account invitations decline i1', '/account/me/invitation/decline', { invite: 'i1' }],
  [
    'clients list --archived --grant device_code',
    '/oauth/clients/search',
    { archived: true, grant_type: 'device_code' },
  ],
  ['clients create Agent', '/oauth/clients/create', { name: 'Agent', type: 'public' }],
  [
    'clients create Agent --type confidential --org acme --grant device_code --grant refresh_token --scope openid --default-scope openid --audience https://a.test --default-audience https://a.test --method client_secret_post',
    '/oauth/clients/create',
    {
      name: 'Agent',
      type: 'confidential',
      org: 'acme',
      grant_types: ['device_code', 'refresh_token'],
      scopes: ['openid'],
      default_scopes: ['openid'],
      audiences: ['https://a.test'],
      default_audiences: ['https://a.test'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  ['clients create Agent --admin', '/oauth/clients/create', { name: 'Agent', type: 'public' }],
  ['clients list --admin --owner acme', '/oauth/clients/search', { owner: 'acme' }],
  ['clients view c_1', '/oauth/clients/view', { client_id: 'c_1' }],
  [
    'clients update c_1 --status inactive --scope=',
    '/oauth/clients/update',
    { client_id: 'c_1', status: 'inactive', scopes: [] },
  ],
  [
    'clients update c_1 --redirect https://a.test/cb --redirect http://127.0.0.1/cb --logout-redirect=',
    '/oauth/clients/update',
    {
      client_id: 'c_1',
      redirect_uris: ['https://a.test/cb', 'http://127.0.0.1/cb'],
      post_logout_redirect_uris: [],
    },
  ],
  [
    'clients update c_1 --device-policy typed --vouches example.com --introspects true --names-visitors false',
    '/oauth/clients/update',
    {
      client_id: 'c_1',
      device_policy: 'typed',
      vouches: ['example.com'],
      introspects: true,
      names_visitors: false,
    },
  ],
  ['clients update c_1 --name New', '/oauth/clients/update', { client_id: 'c_1', name: 'New' }],
  [
    'clients rotate-secret c_1 --yes',
    '/oauth/clients/rotate_secret',
    { client_id: 'c_1', end_previous: false },
  ],
  ['clients archive c_1 --yes', '/oauth/clients/archive', { client_id: 'c_1' }],
  ['clients restore c_1', '/oauth/clients/restore', { client_id: 'c_1' }],
  ['connections --direction in', '/oauth/clients/connected/search', { direction: 'in' }],
  [
    'connections add c_1 c_2 --scope profile --scope email',
    '/oauth/clients/connections/add',
    { source: 'c_1', target: 'c_2', scopes: ['profile', 'email'] },
  ],
  [
    'connections accept c_1 c_2 --scope profile',
    '/oauth/clients/connections/accept',
    { source: 'c_1', target: 'c_2', scopes: ['profile'] },
  ],
  ['connections remove c_1 c_2 --yes', '/oauth/clients/connections/remove', { source: 'c_1', target: 'c_2' }],
  ['credentials --client c_1', '/oauth/client_credentials/search/app', { client_id: 'c_1' }],
  ['credentials end x1 --yes', '/oauth/client_credentials/revoke', { id: 'x1' }],
  [
    'orgs invite acme ada@example.com',
    '/org/invite',
    { org: 'acme', email: 'ada@example.com', role: 'member' },
  ],
  ['orgs --role owner', '/org/search', { role: 'owner' }],
  ['orgs members --org acme --role admin', '/org/member/search', { org: 'acme', role: 'admin' }],
  ['orgs set-role acme u1 admin', '/org/member/set_role', { org: 'acme', user_id: 'u1', role: 'admin' }],
  ['orgs remove acme u1 --yes', '/org/member/remove', { org: 'acme', user_id: 'u1' }],
  ['orgs leave acme --yes', '/org/leave', { org: 'acme' }],
  ['orgs invitations --email ada@example.com', '/org/invitation/search', { email: 'ada@example.com' }],
  ['orgs withdraw acme i1', '/org/invitation/withdraw', { org: 'acme', invite: 'i1' }],
  ['admin users --kind admin --mfa false', '/admin/user/search', { kind: 'admin', mfa: 'false' }],
  ['admin users view u1', '/admin/user/view', { user_id: 'u1' }],
  [
    'admin users create ada@example.com',
    '/admin/user/create',
    { email: 'ada@example.com', print_link: false },
  ],
  [
    'admin users create ada@example.com --name Ada --org acme --role admin --locale de --print-link',
    '/admin/user/create',
    { email: 'ada@example.com', name: 'Ada', org: 'acme', role: 'admin', locale: 'de', print_link: true },
  ],
  ['admin users disable u1 --yes', '/admin/user/disable', { user_id: 'u1' }],
  ['admin users enable u1', '/admin/user/enable', { user_id: 'u1' }],
  ['admin users set-kind u1 admin --yes', '/admin/user/set_kind', { user_id: 'u1', kind: 'admin' }],
  ['admin users reset-password u1 --yes', '/admin/user/reset_password', { user_id: 'u1' }],
  ['admin users reset-totp u1 --yes', '/admin/user/reset_totp', { user_id: 'u1' }],
  ['admin users reset-passkeys u1 --yes', '/admin/user/reset_passkeys', { user_id: 'u1' }],
  ['admin users verify-email u1', '/admin/user/verify_email', { user_id: 'u1' }],
  ['admin orgs --status disabled', '/admin/org/search', { status: 'disabled' }],
  ['admin orgs view acme', '/admin/org/view', { org: 'acme' }],
  ['admin orgs members --org acme', '/admin/org/member/search', { org: 'acme' }],
  ['admin orgs invitations --role owner', '/admin/org/invitation/search', { role: 'owner' }],
  ['admin orgs withdraw acme i1', '/admin/org/invitation/withdraw', { org: 'acme', invite: 'i1' }],
  ['admin orgs create acme Acme', '/admin/org/create', { slug: 'acme', name: 'Acme' }],
  ['admin apis --audience https://a.test', '/admin/api/search', { audience: 'https://a.test' }],
  [
    'admin apis create https://a.test A --client c_1 --words r:w:en=Write --words r:w:de=Schreiben',
    '/admin/api/create',
    {
      audience: 'https://a.test',
      name: 'A',
      client_id: 'c_1',
      scopes: [{ name: 'r:w', words: { en: 'Write', de: 'Schreiben' } }],
    },
  ],
  [
    'admin apis update a1 --name B --client= --words=',
    '/admin/api/update',
    { api_id: 'a1', name: 'B', client_id: null, scopes: [] },
  ],
  ['admin apis archive a1 --yes', '/admin/api/archive', { api_id: 'a1' }],
  [
    'admin orgs invite acme ada@example.com --role owner',
    '/admin/org/invite',
    { org: 'acme', email: 'ada@example.com', role: 'owner', print_link: false },
  ],
  [
    'admin orgs member-add acme u1 --role admin',
    '/admin/org/member_add',
    { org: 'acme', user_id: 'u1', role: 'admin' },
  ],
  [
    'admin orgs member-remove acme ada@example.com --yes',
    '/admin/org/member_remove',
    { org: 'acme', email: 'ada@example.com' },
  ],
  ['admin sessions --user u1 --ip ::1', '/admin/session/search', { user_id: 'u1', ip: '::1' }],
  ['admin clients verify c_1', '/admin/client/verify', { client_id: 'c_1', verified: true }],
  ['admin clients unverify c_1', '/admin/client/verify', { client_id: 'c_1', verified: false }],
  ['admin sessions end s1 --yes', '/admin/session/revoke', { session_id: 's1' }],
  [
    'admin mail --status dead --kind reset --email a@b.test --user u1',
    '/admin/mail/search',
    { status: 'dead', kind: 'reset', email: 'a@b.test', user_id: 'u1' },
  ],
  [
    'signals create https://a.test/ --type user.login --type device.approved',
    '/admin/signal/create',
    { url: 'https://a.test/', types: ['user.login', 'device.approved'] },
  ],
  ['signals list --status off', '/admin/signal/search', { status: 'off' }],
  [
    'signals update s1 --url https://b.test/ --type user.login',
    '/admin/signal/update',
    { signal_id: 's1', url: 'https://b.test/', types: ['user.login'] },
  ],
  ['signals on s1', '/admin/signal/turn_on', { signal_id: 's1' }],
  ['signals rotate-secret s1 --yes', '/admin/signal/rotate_secret', { signal_id: 's1' }],
  ['signals delete s1 --yes', '/admin/signal/delete', { signal_id: 's1' }],
  ['admin mail --kind signal --signal s1', '/admin/mail/search', { kind: 'signal', signal_id: 's1' }],
  ['admin mail send-again m1', '/admin/mail/send_again', { mail_id: 'm1' }],
  [
    'admin totals --since 2026-11-01 --until 2026-11-20',
    '/admin/totals/view',
    { created_from: '2026-11-01', created_to: '2026-11-20' },
  ],
  ['admin log --search ada', '/admin/auth/request_log/search', { search: 'ada' }],
];

/** Why a route has no command: nobody at a terminal calls it. */
const withoutCommand: Readonly<Record<string, string>> = {
  '/auth/user/login': 'A relying party calls it with a payload. People sign in on the page.',
  '/auth/user/root-session': 'As /auth/user/login.',
  '/auth/user/exchange': 'As /auth/user/login.',
  '/auth/member/login': 'As /auth/user/login.',
  '/auth/member/root-session': 'As /auth/user/login.',
  '/auth/member/exchange': 'As /auth/user/login.',
  '/auth/signup': 'As /auth/user/login.',
  '/oauth/client_credentials/issue': 'An app calls it with a payload.',
  '/oauth/clients/connections/verify': 'An app calls it about the token of another app.',
  '/account/me/client_password/change':
    'An app calls it with its own token; clients rotate-secret is for people.',
  '/account/me/email/request_confirmation': 'The link in its mail leads to a page.',
  '/account/me/email/confirm': 'As /account/me/email/request_confirmation.',
  '/account/me/passkey/begin': 'A browser makes a passkey, on the account page.',
  '/account/me/passkey/add': 'As /account/me/passkey/begin.',
  '/session/logout': 'logout ends the whole login at sso.',
  '/session/me': 'It is deprecated: whoami asks sso.',
};

/** Types a line on services that answer as the OpenAPI document of user-api says. */
async function type(line: string, isTTY = false) {
  const sent: { readonly path: string; readonly fields: Record<string, unknown> }[] = [];
  const printed = { out: '', err: '' };
  const { shell, run } = createShell([], {
    env: { LATCHKEY_PASSWORD: 'old one', NO_COLOR: '1' },
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname: path } = new URL(request.url);
      const { 'auth.token': _token, ...fields } = (await request.json()) as Record<string, unknown>;
      sent.push({ path, fields });
      return Response.json(exampleAnswer(path));
    },
    stdout: { write: (chunk) => (printed.out += String(chunk)), isTTY, columns: 80 },
    stderr: { write: (chunk) => (printed.err += String(chunk)) },
  });
  await logIn(shell);
  return { exitCode: await run(...line.split(' ')), printed, sent };
}

test.each(calls)('%s calls %s, and prints lines of JSON or 80 columns', async (line, path, fields) => {
  const { exitCode, printed: json, sent } = await type(`${line} --json`);
  expect([exitCode, sent]).toEqual([0, [{ path, fields }]]);
  for (const text of json.out.trim().split('\n')) expect(JSON.parse(text)).toEqual(expect.any(Object));
  const { printed: shown } = await type(line, true);
  expect(shown.err).not.toContain('undefined');
  expect(shown.out.split('\n').filter((text) => text.length > 80 && !text.includes('://'))).toEqual([]);
});

test('every route for people has a command, and every command is called here', () => {
  // Those that do more than one call are proved on a whole stack.
  const more = [
    '/account/me/view',
    '/account/me/password/change',
    '/account/me/export',
    '/account/me/delete',
  ];
  const called = new Set([...calls.map(([, path]) => path), ...more]);
  expect([...called, ...Object.keys(withoutCommand)].sort()).toEqual(routes.toSorted());
  const isCalled = ({ name }: Command) =>
    calls.some(([line]) => line.startsWith(name) || `${line.split(' --')[0]} list` === name);
  // The others log in and out, or are about drops.
  const managing = commands.filter(({ needs }) => needs !== undefined && needs !== 'login');
  expect(managing.filter((command) => !isCalled(command)).map(({ name }) => name)).toEqual([
    'account view',
    'account password',
    'account export',
    'account delete',
  ]);
});

test('every event of the log has words', () => {
  const { enum: names = [] } = fieldsOf('/account/me/auth/request_log/search')['event'] ?? {};
  expect(events.toSorted()).toEqual(names.toSorted());
  expect(events.filter((event) => wordEvent(event) === event)).toEqual([]);
});

test('account, alone, is one screen of what several routes answer', async () => {
  const { exitCode, printed, sent } = await type('account', true);
  expect([exitCode, sent.map(({ path }) => path).toSorted()]).toEqual([
    0,
    ['/account/me/session/search', '/account/me/view', '/oauth/device/search/user', '/org/search'],
  ]);
  const words = ['email', 'address verified', 'one-time codes', 'orgs', 'devices', 'sessions'];
  expect(words.filter((word) => new RegExp(`^${word} +\\S`, 'm').test(printed.out))).toEqual(words);
});

const lists = commands.filter(({ options }) => 'cursor' in options);
const paging = ['limit', 'cursor', 'all', 'follow', 'format', 'admin'];
/** Fields of every guarded route, and of pages. */
const noFilters = ['auth.token', 'token', 'auth.dpop', 'auth.htu', 'auth.fingerprint'];
noFilters.push('limit', 'page_number', 'offset', 'cursor');
/** A person's own devices are listed; operators see those of others in the console. */
const ofOthers: Readonly<Record<string, string>> = { 'devices list': 'user_id' };
/** Values of options that are checked here. */
const valid: Readonly<Record<string, string>> = { since: '1m', until: '2026-11-22', event: 'user.login' };

test.each(lists)('the options of $name are the filters of its route', async ({ name, options }) => {
  const filters = Object.entries(options).filter(([option]) => !paging.includes(option));
  const found = await Promise.all(
    filters.map(async ([option, { type: kind, choices }]) => {
      const value = kind === 'flag' ? '' : `=${choices?.[0] ?? valid[option] ?? 'x'}`;
      const { sent } = await type(`${name} --${option}${value}`);
      const [{ path, fields } = { path: '', fields: {} }] = sent;
      const [field = ''] = Object.keys(fields);
      const { enum: allowed } = fieldsOf(path)[field] ?? {};
      // There are too many events to name them all.
      if (option !== 'event' && option !== 'mfa') expect([option, choices]).toEqual([option, allowed]);
      return { path, field };
    }),
  );
  const filterable = Object.keys(fieldsOf(found[0]?.path ?? '')).filter(
    (field) => !noFilters.includes(field) && field !== ofOthers[name],
  );
  expect(found.map(({ field }) => field).sort()).toEqual(filterable.sort());
});
