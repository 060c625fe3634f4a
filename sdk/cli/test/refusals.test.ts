import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createShell, removeFolder, type Reply } from './create-shell.ts';
import { logIn } from './log-in.ts';

afterAll(removeFolder);

/** Types a line as somebody who is logged in, on services that answer `replies` in turn. */
async function type(line: string, replies: readonly Reply[], isLoggedIn = true) {
  const { shell, calls, printed, run } = createShell(replies);
  if (isLoggedIn) await logIn(shell);
  const exitCode = await run(...line.split(' '));
  return { exitCode, calls: calls.map(({ fields }) => fields), ...printed };
}

const device = (id: string) => ({
  id,
  client: { id: 'c_1', name: 'Agent' },
  device_name: 'laptop',
  scope: 'openid',
  status: 'active',
  ip: '::1',
  created_at: '2026-11-22T09:30:00.000Z',
  approved_at: '2026-11-22T09:30:00.000Z',
  redeemed_at: null,
  last_refreshed_at: null,
  expires_at: '2026-11-29T09:30:00.000Z',
});
const page = (ids: readonly string[], total: number, next: string | null): Reply => [
  200,
  { status: 1, data: { items: ids.map(device), total_count: total, next_cursor: next } },
];
const refusal = (status: number, code: string, more: object = {}): Reply => [
  status,
  { status: 0, code, message: 'No', data: null, ...more },
];

test.each(['devices', 'devices end d1 --yes', 'account totp disable 123456'])(
  '%j without a login says which one is needed, and calls nothing',
  async (line) => {
    const { exitCode, calls, err } = await type(line, [], false);
    expect([exitCode, calls]).toEqual([3, []]);
    expect(err).toContain('latchkey login --scope account');
  },
);

test.each([
  ['admin log', '/admin/auth/request_log/search'],
  ['admin sessions list', '/admin/session/search'],
])('%s --user finds the account of an address first', async (line, path) => {
  const found: Reply = [
    200,
    { status: 1, data: { items: [{ id: 'u_1' }], total_count: 1, next_cursor: null } },
  ];
  const { shell, calls, run } = createShell([found, page([], 0, null)]);
  await logIn(shell);
  expect(await run(...line.split(' '), '--user', 'ada@x.test')).toBe(0);
  expect(calls.map(({ url, fields }) => [new URL(url).pathname, fields['email'], fields['user_id']])).toEqual(
    [
      ['/admin/user/search', 'ada@x.test', undefined],
      [path, undefined, 'u_1'],
    ],
  );
});

test('a missing right is asked for beside those that are there', async () => {
  const { shell, printed, run } = createShell([refusal(403, 'insufficient_scope')]);
  await logIn(shell, { scope: 'openid account clients' });
  expect(await run('orgs')).toBe(3);
  expect(printed.err).toMatch(/ Run: latchkey login --scope account --scope clients --scope orgs\n$/);
});

test('a missing right of a token from elsewhere is named where the file of the login is damaged', async () => {
  const token = { env: { LATCHKEY_TOKEN: 'tok' } };
  const { shell, printed, run } = createShell([refusal(403, 'insufficient_scope')], token);
  await logIn(shell);
  for (const file of globSync('**/session.json', { cwd: shell.configDir }))
    writeFileSync(join(shell.configDir, file), '{');
  expect(await run('orgs')).toBe(3);
  expect(printed.err).toBe('latchkey: No (insufficient_scope).\n');
});

test('whoami says where the only login is that of an operator', async () => {
  const { shell, printed, run } = createShell([]);
  await logIn(shell, { places: ['admin'] });
  expect(await run('whoami')).toBe(3);
  expect(printed.err).toContain(
    'You are not logged in at http://localhost:4001, only as an operator (--admin).',
  );
});

test('a session that has ended is reported once a new token is refused as well', async () => {
  const sso = 'http://localhost:4001';
  const discovery: Reply = [200, { issuer: sso, token_endpoint: `${sso}/token` }];
  const ended: Reply = [400, { error: 'invalid_grant' }];
  const { exitCode, out, err } = await type('devices', [refusal(401, 'session_revoked'), discovery, ended]);
  expect([exitCode, out]).toEqual([3, '']);
  expect(err).toMatch(/session_ended.* Run: latchkey login --scope account\n$/);
});

describe.each<[string, Reply, number]>([
  ['a refusal', refusal(403, 'forbidden'), 1],
  ['a missing right', refusal(403, 'insufficient_scope'), 3],
  ['nothing there', refusal(404, 'not_found'), 4],
  ['a limit', refusal(429, 'throttled', { retry_after: 9 }), 5],
  ['a service that is down', refusal(503, 'overloaded', { retry_after: 1 }), 5],
  ['no network', new TypeError('fetch failed'), 5],
])('%s', (_name, reply, exitCode) => {
  test.each([
    'devices',
    'devices --all',
    'log --follow',
    'devices end d1 --yes',
    'clients archive c_1 --yes',
  ])(`ends "%s" with the exit code ${exitCode}`, async (line) => {
    const answer = await type(line, [reply]);
    expect([answer.exitCode, answer.out]).toEqual([exitCode, '']);
    expect(answer.calls.length).toBe(1);
  });
});

test('a failure in the middle of a list is a failure, and what was found is there', async () => {
  const { exitCode, out } = await type('devices --all', [page(['d1'], 2, 'next'), refusal(429, 'throttled')]);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('d1')]);
});

test('an empty list says so on the standard error', async () => {
  const { exitCode, out, err } = await type('devices', [page([], 0, null)]);
  expect([exitCode, out, err]).toEqual([0, '', 'No devices.\n']);
});

test('a list is one page, and tells how many there are and what the next page is', async () => {
  const { calls, out, err } = await type('devices --limit 2 --cursor here', [page(['d1', 'd2'], 5, 'next')]);
  expect(calls).toMatchObject([{ limit: 2, cursor: 'here' }]);
  expect(out.split('\n').length).toBe(3);
  expect(err).toBe('2 of 5 devices.\nAll of them: --all. The next page: --cursor next\n');
});

test('--all goes from page to page', async () => {
  const { calls, out, err } = await type('devices --all --quiet --json', [
    page(['d1'], 2, 'next'),
    page(['d2'], 2, null),
  ]);
  expect(calls.map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [100, undefined],
    [100, 'next'],
  ]);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id),
  ).toEqual(['d1', 'd2']);
  expect(err).toBe('');
});

describe('what is wrong with a value is said in the words of the command', () => {
  test.each([
    ['devices --since recently', '--since must be a date'],
    ['log --event device.aproved', '--event: there is no "device.aproved". Did you mean device.approved?'],
    ['log --event x', '--event: there is no "x".'],
    ['connections add c_1 c_2', 'connections add needs --scope.'],
    ['connections accept c_1 c_2', 'connections accept needs --scope.'],
    ['drop put --text x --id a/b', '--id may have 1 to 128 letters and digits'],
    ['drop put --text x --ttl soon', '--ttl is a time such as 90s, 30m'],
    ['drop putt x', 'There is no command drop putt. Did you mean drop put?'],
    [
      'login --sso http://far.test',
      'http://far.test is not https:, and http: is only for this machine. Name its https: address.',
    ],
    ['drop put --text x --ttl 31d', '--ttl is a time such as 90s, 30m'],
  ])('%s asks nobody', async (line, sentence) => {
    const { exitCode, calls, err } = await type(line, []);
    expect([exitCode, calls]).toEqual([2, []]);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n').length).toBe(1);
  });

  test.each<[string, Reply, number, string]>([
    [
      'devices --status active --client x',
      refusal(400, 'invalid_filter', { field: 'client_id', message: 'client_id must be short' }),
      2,
      '--client must be short (invalid_filter, --client).',
    ],
    [
      'clients update c_1 --audience x',
      refusal(400, 'invalid_value', { field: 'audiences', message: 'An audience must be an address' }),
      2,
      'An audience must be an address (invalid_value, --audience).',
    ],
    [
      'drop put --text x --type y',
      refusal(400, 'invalid_value', { field: 'content_type', message: 'Invalid' }),
      2,
      '--type does not fit (invalid_value, --type).',
    ],
    [
      'devices end d1 --yes',
      refusal(404, 'not_found', { field: 'id', message: 'There is no such record' }),
      4,
      'There is nothing with this ID (not_found, ID).',
    ],
    [
      'clients create A --scope pay',
      refusal(403, 'forbidden', { field: 'scopes' }),
      1,
      'Only operators may give a client this --scope, with --admin (forbidden, --scope).',
    ],
    [
      'clients update c_1 --introspects true',
      refusal(403, 'insufficient_scope', { field: 'introspects' }),
      1,
      'Only operators may give a client this --introspects, with --admin (forbidden, --introspects).',
    ],
  ])('%s', async (line, reply, code, sentence) => {
    const { exitCode, err } = await type(line, [reply]);
    expect([exitCode, err]).toEqual([code, `latchkey: ${sentence}\n`]);
  });
});

describe('the beginning of an id', () => {
  const [one, other] = ['8f3ac1d2-0000-4000-8000-000000000001', '8f3ac1d2-0000-4000-8000-000000000002'];
  const ended: Reply = [200, { status: 1, data: { revoked: true } }];

  test('names the one thing that begins so', async () => {
    const { exitCode, calls } = await type('devices end 8F3AC1D2 --yes', [page([one, 'x'], 2, null), ended]);
    expect([exitCode, calls[1]]).toMatchObject([0, { id: one }]);
  });

  test('of several names none, and says which they are', async () => {
    const { exitCode, calls, err } = await type('devices end 8f3a --yes', [page([one, other], 2, null)]);
    expect([exitCode, calls.length]).toEqual([2, 1]);
    expect(err).toContain(`8f3a begins the ids of 2: ${one} (laptop, Agent), ${other} (laptop, Agent).`);
  });

  test('is looked for on every page', async () => {
    const replies = [page([one], 2, 'next'), page([other], 2, null)];
    const { exitCode, calls } = await type('devices end 8f3a --yes', replies);
    expect([exitCode, calls.map(({ cursor }) => cursor)]).toEqual([2, [undefined, 'next']]);
  });

  test('that nothing has is not found', async () => {
    const { exitCode, calls, err } = await type('devices end 8f3a --yes', [page([], 0, null)]);
    expect([exitCode, calls.length, err]).toEqual([4, 1, 'latchkey: No id begins with 8f3a.\n']);
  });
});

test('--quiet prints what other commands take, one a line', async () => {
  const { out, err } = await type('devices --quiet', [page(['d1', 'd2'], 2, null)]);
  expect([out, err]).toEqual(['d1\nd2\n', '']);
});

test('an account without the right for orgs is shown without them', async () => {
  const account = {
    user: { id: 'u1', email: 'ada@example.com', name: 'Ada' },
    email_verified: false,
    mfa: true,
    recovery_codes_left: 3,
    device_sign_in: 'on',
    email_change: null,
  };
  const replies: Readonly<Record<string, Reply>> = {
    '/account/me/view': [200, { status: 1, data: account }],
    '/org/search': refusal(403, 'insufficient_scope'),
    '/oauth/device/search/user': page([], 2, null),
    '/account/me/session/search': page([], 1, null),
  };
  const { shell, run, printed } = createShell([], {
    async fetch(input, init) {
      const [status, body] = replies[new URL(new Request(input, init).url).pathname] as [number, object];
      return Response.json(body, { status });
    },
  });
  await logIn(shell);
  const exitCode = await run('account', 'view');
  const { out, err } = printed;
  expect([exitCode, err]).toEqual([0, 'Your orgs need: latchkey login --scope account --scope orgs\n']);
  expect(out).toContain('one-time codes\ton, 3 recovery codes left\n');
  expect(out).toContain('orgs\t-\ndevices\t2\nsessions\t1\n');
});

test('--since takes a time as a person types it', async () => {
  const { calls } = await type('devices --since 1m', [page([], 0, null)]);
  expect(calls).toMatchObject([{ created_from: '1970-01-01T00:15:40.000Z' }]);
});

test.each([
  'clients archive c_1',
  'connections remove c_1 c_2',
  'sessions end --others',
  'sessions end s1',
  'devices end d1',
  'apps end c_1',
  'credentials end x1',
  'clients rotate-secret c_1',
  'drop revoke d1',
  'admin users disable u1',
  'admin users reset-password u1',
  'admin users reset-totp u1',
  'admin users reset-passkeys u1',
  'account passkeys remove p1',
  'admin orgs member-remove acme u1',
  'admin sessions end s1',
])('%s without a terminal and without --yes does nothing', async (line) => {
  const { exitCode, calls, err } = await type(line, []);
  expect([exitCode, calls]).toEqual([2, []]);
  expect(err).toContain('--yes');
});

test('a secret is alone on the standard output with --quiet, and nowhere else', async () => {
  const made: Reply = [
    200,
    { status: 1, data: { client_id: 'c_1', client_secret: 's3cret', previous_expires_at: null } },
  ];
  const quiet = await type('clients rotate-secret c_1 --yes --quiet', [made]);
  expect([quiet.out, quiet.err]).toEqual(['s3cret\n', '']);
  const loud = await type('clients rotate-secret c_1 --yes', [made]);
  expect(loud.out).toContain('s3cret');
  expect(loud.err).toContain('shown this once');
  expect(loud.err).not.toContain('s3cret');
});

test.each([24, 12])('totp begin shows its secret in a window of %d rows', async (rows) => {
  const secret = 'A'.repeat(32);
  const url = `otpauth://totp/Latchkey:demo%40latchkey.test?secret=${secret}&issuer=Latchkey`;
  const made = { secret, otpauth_url: `${url}&algorithm=SHA1&digits=6&period=30` };
  const { shell, printed, run } = createShell([[200, { status: 1, data: made }]]);
  Object.assign(shell.stderr, { isTTY: true, rows, columns: 80 });
  await logIn(shell);
  expect(await run('account', 'totp', 'begin')).toBe(0);
  expect(printed.out).toBe(`secret\t${secret}\n${rows === 24 ? '' : `url\t${url}\n`}`);
  expect(printed.err.includes('▀')).toBe(rows === 24);
  expect(`${printed.err}${printed.out}`.split('\n').length).toBeLessThanOrEqual(24);
});

test('an account is named by its address, and nobody else is hit', async () => {
  const users = (...found: object[]): Reply => [
    200,
    { status: 1, data: { items: found, total_count: 0, next_cursor: null } },
  ];
  const data = { status: 'disabled', ended: 1, client_ids: [], client_count: 0 };
  const ended: Reply = [200, { status: 1, data }];
  const { calls } = await type('admin users disable ada@example.com --yes', [users({ id: 'u1' }), ended]);
  expect(calls).toMatchObject([{ email: 'ada@example.com' }, { user_id: 'u1' }]);
  const unknown = await type('admin users disable ada@example.com --yes', [users()]);
  expect([unknown.exitCode, unknown.calls.length]).toEqual([4, 1]);
});

describe('account password', () => {
  const env = { LATCHKEY_PASSWORD: 'old one', LATCHKEY_NEW_PASSWORD: 'new one' };
  const changed: Reply = [200, { status: 1, data: { ended: 2 } }];

  test('with a token from elsewhere needs no login', async () => {
    const { run, calls, printed } = createShell([changed], { env: { ...env, LATCHKEY_TOKEN: 'tok' } });
    expect([await run('account', 'password'), calls.length]).toEqual([0, 1]);
    expect(printed.err).toContain('The password is changed.');
  });

  test('says that it is done before it asks for the token that follows', async () => {
    const { shell, run, printed } = createShell([changed, new TypeError('fetch failed')], { env });
    await logIn(shell);
    expect(await run('account', 'password')).toBe(5);
    expect(printed.err).toMatch(/^The password is changed\..*\nlatchkey: .*no_answer/);
  });
});

test('Ctrl-C ends a refresh that gets no answer', async () => {
  const interruption = new AbortController();
  const { shell, run, calls, printed } = createShell([], {
    signal: interruption.signal,
    clock: {
      now: () => 1_000_000_000,
      async wait(_ms, signal) {
        interruption.abort();
        signal?.throwIfAborted();
      },
    },
  });
  await logIn(shell);
  expect([await run('devices'), calls.length]).toEqual([130, 1]);
  expect(printed.err).toBe('Interrupted.\n');
});

describe('an act that wants a new code of the operator', () => {
  const line = 'admin users reset-totp ada --yes';
  const env = { LATCHKEY_TOKEN: 'operator' };
  const needed = (field: string) => refusal(403, 'fresh_code_required', { field });
  const done: Reply = [200, { status: 1, data: { mfa: false } }];
  const act = async (replies: readonly Reply[], more: object) => {
    const { calls, printed, run } = createShell(replies, { env: { ...env, ...more } });
    return { exitCode: await run(...line.split(' ')), sent: calls.map(({ fields }) => fields), ...printed };
  };

  test('is sent again with the code of the variable', async () => {
    const { exitCode, sent } = await act([needed('auth.code'), done], { LATCHKEY_CODE: '123456' });
    expect([exitCode, sent.map((fields) => fields['auth.code'])]).toEqual([0, [undefined, '123456']]);
  });

  test('is sent again with the password of an operator without codes', async () => {
    const { exitCode, sent } = await act([needed('auth.pass'), done], { LATCHKEY_PASSWORD: 'mine' });
    expect([exitCode, sent.map((fields) => fields['auth.pass'])]).toEqual([0, [undefined, 'mine']]);
  });

  test('says that a used code of the variable serves no more', async () => {
    const used = refusal(401, 'invalid_credentials');
    const { exitCode, err } = await act([needed('auth.code'), used], { LATCHKEY_CODE: '123456' });
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining('The code of LATCHKEY_CODE is wrong or was used; wait for the next one.'),
    ]);
  });

  test('is not understood where nobody can type a code', async () => {
    const { exitCode, err } = await act([needed('auth.code')], {});
    expect([exitCode, err]).toEqual([2, expect.stringContaining('LATCHKEY_CODE')]);
  });
});
