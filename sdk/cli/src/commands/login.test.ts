import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createShell, nowhere, removeFolder, type Reply } from '../../test/create-shell.ts';
import { described, device, identity, placeOf, sso, started, tokens } from '../../test/login-replies.ts';

afterAll(removeFolder);

const metadata: Reply = [200, described];
const error = (code: string): Reply => [400, { error: code }];
const done: Reply = [200, {}];

test.each([
  [['--device-name', 'kiosk 7'], 'kiosk 7'],
  [['--device-name', ''], undefined],
])('login %j names the device %j', async (options, sent) => {
  const { run, calls } = createShell([metadata, device, tokens(identity)]);
  expect(await run('login', ...options)).toBe(0);
  expect(calls[1]?.fields['device_name']).toBe(sent);
});

test('login shows where to approve, keeps the tokens to their owner, and token prints them', async () => {
  const { run, shell, calls, printed } = createShell([
    metadata,
    device,
    error('authorization_pending'),
    tokens(identity),
  ]);
  expect(await run('login', '--scope', 'account')).toBe(0);
  const device_name = hostname().slice(0, 64);
  const asked = { client_id: 'latchkey-cli', scope: `${identity} account`, confirmation: 'number' };
  expect(calls[1]?.fields).toEqual({ ...asked, device_name });
  expect(printed.err).toContain(`${sso}/device_login?user_code=BCDF-GHJK`);
  expect(printed.err).toContain('the code BCDF-GHJK');
  const place = placeOf(shell.configDir);
  expect(readdirSync(place)).toEqual(['session.json']);
  expect(statSync(join(place, 'session.json')).mode & 0o777).toBe(0o600);
  expect(await run('token')).toBe(0);
  expect(printed.out).toBe('access-chain\n');
});

test.each([
  ['Marlow & Kin', 'To log in to “Marlow & Kin” with a code '],
  ['Bank\u001b[2J\n\u202egnol'.padEnd(80, '!'), `To log in to “Bank[2Jgnol${'!'.repeat(29)}” with a code `],
  ['\u200b', 'To log in with a code '],
  [7, 'To log in with a code '],
])('login says what the installation calls itself, as what others wrote: %j', async (latchkey_name, line) => {
  const named: Reply = [200, { ...described, latchkey_name }];
  const { run, printed } = createShell([named, device, tokens(identity)]);
  expect(await run('login')).toBe(0);
  expect(printed.err).toContain(line);
});

test('the tokens are bound to a key that is kept beside them, and calls prove it', async () => {
  const { run, shell, calls, printed } = createShell([metadata, device, tokens(identity), done]);
  expect(await run('login')).toBe(0);
  expect(calls[2]).toMatchObject({ url: `${sso}/token`, proof: expect.stringMatching(/^ey/) });
  const file = readFileSync(join(placeOf(shell.configDir), 'session.json'), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ tokens: { dpopKey: { kty: 'EC', d: expect.any(String) } } });
  await run('devices');
  expect(calls[3]?.fields).toMatchObject({ 'auth.token': 'access-chain', 'auth.dpop': expect.any(String) });
  expect(await run('token')).toBe(0);
  expect(printed.err).toContain('`latchkey login --bearer`');
  expect(await run('token', '--json')).toBe(0);
  expect(printed.out).toContain('"token_type":"DPoP"');
});

test('with --bearer they have no key', async () => {
  const { run, shell, calls, printed } = createShell([metadata, device, tokens(identity)]);
  expect(await run('login', '--bearer')).toBe(0);
  expect(calls.map(({ proof }) => proof)).toEqual([null, null, null]);
  expect(readFileSync(join(placeOf(shell.configDir), 'session.json'), 'utf8')).not.toContain('dpopKey');
  expect(await run('token', '--json')).toBe(0);
  expect(printed.out).toContain('"token_type":"Bearer"');
  expect(printed.err).not.toContain('proof');
});

test.each([
  ['access_denied', 'The login was denied.'],
  ['expired_token', 'Nobody approved the login in time.'],
  ['invalid_client', 'The login failed (invalid_client).'],
])('a login that ends as %s leaves nothing', async (code, sentence) => {
  const { run, shell, printed } = createShell([metadata, device, error(code)]);
  expect(await run('login')).toBe(1);
  expect(printed.err).toContain(`latchkey: ${sentence}\n`);
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

test('Ctrl-C leaves nothing and ends with 130', async () => {
  const interruption = new AbortController();
  const wait = async (_ms: number, signal?: AbortSignal) => {
    interruption.abort();
    signal?.throwIfAborted();
  };
  const more = { signal: interruption.signal, clock: { now: () => 1_000_000, wait } };
  const { run, shell, printed } = createShell([metadata, device], more);
  expect(await run('login')).toBe(130);
  expect(printed.err).toMatch(/\nInterrupted\. Run the command again to log in\.\n$/);
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

/** What commands a terminal takes no room on it. */
const command = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[mK]`, 'g');

/** A terminal of this size, and the rows that it shows of what was written: what a carriage return begins again is one row. */
function openScreen(rows: number, columns = 80) {
  let written = '';
  const show = () =>
    written.split('\n').map((line) => line.replace(command, '').split('\r').filter(Boolean).at(-1) ?? '');
  const stderr = { isTTY: true, rows, columns, write: (chunk: unknown) => (written += String(chunk)) };
  return { stderr, show };
}

/** A clock whose waits end in the next turn of the loop, so that a countdown and a login go on side by side. */
const createTurns = (onWait: () => void = () => undefined) => ({
  now: () => 1_000_000,
  wait(): Promise<void> {
    onWait();
    return new Promise((resolve) => void setImmediate(resolve));
  },
});

test.each([sso, 'https://accounts.example-company.com'])(
  'a terminal of 80 columns and 24 rows shows QR code, address and code: %s',
  async (page) => {
    const screen = openScreen(24);
    let seen: string[] = [];
    const clock = createTurns(() => (seen = screen.show()));
    const at = `${page}/device_login`;
    const start = {
      ...started,
      verification_uri: at,
      verification_uri_complete: `${at}?user_code=BCDF-GHJK`,
    };
    const known = {
      issuer: page,
      token_endpoint: `${page}/token`,
      device_authorization_endpoint: `${page}/d`,
    };
    const replies: Reply[] = [[200, known], [200, start], tokens(identity)];
    const { run } = createShell(replies, { stderr: screen.stderr, clock });
    expect(await run('login', '--sso', page)).toBe(0);
    expect(seen.filter((row) => /[▀▄█]/.test(row)).length).toBeGreaterThan(15);
    expect(seen.slice(-4)).toEqual([
      'To log in with a code (this is no terminal), open',
      `  ${at}?user_code=BCDF-GHJK`,
      'and check that it shows the code BCDF-GHJK',
      'Waiting for the approval. 10:00 left',
    ]);
    expect(seen.length).toBeLessThanOrEqual(24);
    expect(seen.filter((row) => row.length > 80)).toEqual([]);
  },
);

test('a window that is too small for the QR code is met with the size that it needs', async () => {
  const screen = openScreen(19);
  const { run } = createShell([metadata, device, tokens(identity)], {
    stderr: screen.stderr,
    clock: createTurns(),
  });
  expect(await run('login')).toBe(0);
  const [first] = screen.show();
  expect(first).toMatch(/^Enlarge the window for a QR code: it needs \d+ columns and 20 rows\.$/);
});

const whole: Reply = [200, { ...described, userinfo_endpoint: `${sso}/userinfo` }];

test('a login says who has logged in, in lines that break between words', async () => {
  const screen = openScreen(24, 40);
  const ann: Reply = [200, { sub: 'u', email: 'ann@example.test' }];
  const { run } = createShell([whole, device, tokens(`${identity} account`), ann], {
    stderr: screen.stderr,
    clock: createTurns(),
  });
  expect(await run('login')).toBe(0);
  expect(screen.show().slice(-5)).toEqual([
    'Logged in as ann@example.test at',
    'http://localhost:4001.',
    'Rights: openid profile email',
    'offline_access account',
    '',
  ]);
});

describe('a login while one is there', () => {
  const open = async (more: object = {}) => {
    const shells = createShell(
      [metadata, device, tokens(`${identity} account`), metadata, device, tokens(identity, 'two')],
      {
        ...more,
      },
    );
    expect(await shells.run('login', '--scope', 'account')).toBe(0);
    return shells;
  };

  test('asks on a terminal, and nothing is sent where the answer is no', async () => {
    const typed = Object.assign(Readable.from(['n\n']), { isTTY: true });
    const { run, calls, printed } = await open({ stdin: typed });
    const { length } = calls;
    expect(await run('login', '--scope', 'account')).toBe(1);
    expect(printed.err).toContain(`You are already logged in at ${sso}. Log in again? [y/N]`);
    expect(calls).toHaveLength(length);
  });

  test.each([
    ['without a terminal', false, []],
    ['for other rights', true, ['--scope', 'clients']],
    ['with tokens of another kind', true, ['--bearer']],
  ])('is replaced %s, and that is said', async (_name, isTTY, options) => {
    const { run, printed } = await open({ stdin: Object.assign(Readable.from([]), { isTTY }) });
    expect(await run('login', ...options)).toBe(0);
    expect(printed.err).toContain('The new login takes the place of that one.');
  });

  test('is replaced without a word with --yes', async () => {
    const { run, printed } = await open({ stdin: Object.assign(Readable.from([]), { isTTY: true }) });
    expect(await run('login', '--yes')).toBe(0);
    expect(printed.err).not.toContain('already');
  });
});

test.each(['drops', 'account,drops'])(
  '2 without a request for a right that there is not: %s',
  async (scope) => {
    const { run, calls, printed } = createShell();
    expect(await run('login', '--scope', scope)).toBe(2);
    expect([calls, printed.err]).toEqual([
      [],
      'latchkey: --scope must be one of account, clients, orgs. See latchkey login --help\n',
    ]);
  },
);

test('another client asks for rights of its own', async () => {
  const env = { LATCHKEY_CLIENT_ID: 'mine' };
  const { run, calls } = createShell([metadata, device, tokens(identity)], { env });
  expect(await run('login', '--scope', 'orders:read')).toBe(0);
  expect(calls[1]?.fields['scope']).toBe(`${identity} orders:read`);
});

describe('with the address of sso only', () => {
  const far = 'https://sso.test';
  const named = { latchkey_user_api: 'https://users.test', latchkey_drop: 'https://drop.test' };
  const farMetadata: Reply = [
    200,
    { issuer: far, token_endpoint: `${far}/token`, device_authorization_endpoint: `${far}/d`, ...named },
  ];
  const at = { verification_uri: `${far}/p`, verification_uri_complete: `${far}/p?user_code=BCDF-GHJK` };
  const replies: Reply[] = [farMetadata, [200, { ...started, ...at }], tokens(`${identity} account`)];
  const found: Reply = [200, { status: 1, data: { items: [], total_count: 0, next_cursor: null } }];

  test('a login keeps those of the others, and commands go there without a question', async () => {
    const { run, calls } = createShell([...replies, found, found], { env: nowhere });
    expect(await run('login', '--sso', far)).toBe(0);
    const { length } = calls;
    expect([await run('devices'), await run('drop', 'list')]).toEqual([0, 0]);
    expect(calls.slice(length).map(({ url }) => url)).toEqual([
      'https://users.test/oauth/device/search/user',
      'https://drop.test/v1/drop/list',
    ]);
  });

  test('a token from elsewhere goes where sso says, and where a variable says otherwise, there', async () => {
    const env = { LATCHKEY_TOKEN: 't', SSO_URL: far };
    const { run, shell, calls } = createShell([farMetadata, found, found], { env });
    expect(await run('devices')).toBe(0);
    Object.assign(shell.env, { USER_API_URL: 'https://mine.test' });
    expect(await run('devices')).toBe(0);
    expect(calls.map(({ url }) => new URL(url).host)).toEqual(['sso.test', 'users.test', 'mine.test']);
  });

  test('the addresses of a variable are kept rather than those that sso names', async () => {
    const { run, shell, calls } = createShell([...replies, found], {
      env: { ...nowhere, DROP_URL: 'https://mine.test' },
    });
    expect(await run('login', '--sso', far)).toBe(0);
    Object.assign(shell.env, { DROP_URL: '' });
    await run('drop', 'list');
    expect(calls.at(-1)?.url).toBe('https://mine.test/v1/drop/list');
  });
});

test.each(['localhost:4701', 'ftp://sso.test', 'nothing'])(
  '2 for the address %s, which says how one begins',
  async (at) => {
    const { run, printed } = createShell();
    expect(await run('whoami', '--sso', at)).toBe(2);
    expect(printed.err).toBe(`latchkey: --sso is "${at}": an address begins with https:// or http://.\n`);
  },
);

describe('a login that a killed process has left', () => {
  const begun = {
    status: 'pending',
    deviceCode: 'old',
    userCode: 'WXYZ-WXYZ',
    verificationUri: sso,
    verificationUriComplete: sso,
    expiresInSeconds: 600,
    expiresAtMs: 2_000_000,
    intervalSeconds: 5,
    nextPollAtMs: 0,
    askedAtMs: null,
    unanswered: 0,
  };
  const leave = (configDir: string, owner: number, scope: string, more: object = {}) => {
    mkdirSync(placeOf(configDir), { recursive: true });
    const kept = { scope, login: { ...begun, ...more } };
    writeFileSync(join(placeOf(configDir), `login.${owner}.json`), JSON.stringify(kept));
  };
  const dead = 2 ** 30 + 1;
  const dpopKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

  test.each<[string, string[], object]>([
    ['with its key', [], { dpopKey }],
    ['without a key', ['--bearer'], {}],
  ])('is gone on with, %s', async (_name, options, more) => {
    const { run, shell, calls, printed } = createShell([metadata, tokens(identity)]);
    leave(shell.configDir, dead, identity, more);
    // What it was writing when it was killed.
    writeFileSync(join(placeOf(shell.configDir), `login.${dead}.json.x.tmp`), '{');
    expect(await run('login', ...options)).toBe(0);
    expect(calls.at(-1)?.fields['device_code']).toBe('old');
    expect(printed.err).toContain('Going on with the login that was cut short.');
    expect(readdirSync(placeOf(shell.configDir))).toEqual(['session.json']);
  });

  test.each<[string, number, string, object]>([
    ['for other rights', dead, `${identity} account`, { dpopKey }],
    ['without a key', dead, identity, {}],
    ['that is over', dead, identity, { dpopKey, expiresAtMs: 1 }],
    ['whose process still runs', process.pid, identity, { dpopKey }],
  ])('%s is not gone on with', async (_name, owner, scope, more) => {
    const { run, shell, calls } = createShell([metadata, device, tokens(identity)]);
    leave(shell.configDir, owner, scope, more);
    expect(await run('login')).toBe(0);
    expect(calls.at(-1)?.fields['device_code']).toBe('dc');
  });
});

test('the operator’s token is kept apart, never refreshed, and ends with advice', async () => {
  let nowMs = 1_000_000;
  const clock = { now: () => nowMs, wait: async () => undefined };
  const { run, shell, calls, printed } = createShell([metadata, device, tokens(`${identity} admin`)], {
    clock,
  });
  expect(await run('login', '--admin')).toBe(0);
  expect(readdirSync(placeOf(shell.configDir))).toEqual(['admin.json']);
  expect(await run('token', '--admin')).toBe(0);
  expect(printed.out).toBe('access-chain\n');
  nowMs += 600_000;
  const asked = calls.length;
  expect(await run('token', '--admin')).toBe(3);
  expect(printed.err).toMatch(/Run: latchkey login --admin\n$/);
  expect(calls).toHaveLength(asked);
});

test('the operator’s refresh token is written nowhere, not even for a moment', async () => {
  const written = new Set<string>();
  const clock = {
    now: () => 1_000_000,
    wait: () => new Promise<void>((resolve) => void setImmediate(resolve)),
  };
  const { run, shell } = createShell([metadata, device, tokens(`${identity} admin`)], {
    clock,
    stderr: {
      // The countdown on a terminal also ends between the arrival of the tokens and their storing.
      isTTY: true,
      write() {
        for (const file of readdirSync(placeOf(shell.configDir)).filter((name) => !name.includes('.tmp')))
          written.add(readFileSync(join(placeOf(shell.configDir), file), 'utf8'));
      },
    },
  });
  expect(await run('login', '--admin')).toBe(0);
  const kept = readFileSync(join(placeOf(shell.configDir), 'admin.json'), 'utf8');
  expect(kept).toContain('access-chain');
  expect([...written].join()).toContain('"deviceCode":"dc"');
  expect([...written, kept].join()).not.toMatch(/refresh|"link"/);
});

test('a page that is not of sso is not shown', async () => {
  const foreign: Reply = [200, { ...started, verification_uri_complete: 'https://other.test/' }];
  const { run, printed } = createShell([metadata, foreign]);
  expect(await run('login')).toBe(1);
  expect(printed.err).toContain(`not a page of ${sso}`);
  expect(printed.err).not.toContain('other.test');
});

test('a login --admin that gives no operator power is revoked and fails', async () => {
  const { run, shell, calls } = createShell([metadata, device, tokens(identity), done]);
  expect(await run('login', '--admin')).toBe(1);
  expect(calls.at(-1)).toMatchObject({ url: `${sso}/revoke`, fields: { token: 'refresh-chain' } });
  expect(readdirSync(placeOf(shell.configDir)).filter((file) => file === 'admin.json')).toEqual([]);
});

test.each(['admin', 'account,admin'])('operator power is not a right like others: %s', async (rights) => {
  const { run, calls, printed } = createShell();
  expect(await run('login', '--scope', rights)).toBe(2);
  expect([calls, printed.err]).toEqual([[], expect.stringContaining('with --admin')]);
});

test('a new login ends the one before, and logout ends it at the service', async () => {
  const replies = [
    metadata,
    device,
    tokens(identity, 'one'),
    metadata,
    device,
    tokens(identity, 'two'),
    done,
  ];
  const { run, shell, calls } = createShell([...replies, metadata, done]);
  expect(await run('login')).toBe(0);
  expect(await run('login')).toBe(0);
  expect(calls.at(-1)?.fields['token']).toBe('refresh-one');
  expect(await run('logout')).toBe(0);
  expect(calls.at(-1)?.fields['token']).toBe('refresh-two');
  expect(readFileSync(join(placeOf(shell.configDir), 'session.json'), 'utf8')).not.toContain('refresh-');
  expect(await run('token')).toBe(3);
});

test('the addresses of a login serve later commands, and no token goes to another installation', async () => {
  const { run, calls, printed } = createShell([metadata, device, tokens(identity)], { env: nowhere });
  expect(await run('login', '--sso', sso, '--drop', 'https://drop.test/')).toBe(0);
  const asked = calls.length;
  expect(await run('drop', 'list', '--sso', 'https://other.test')).toBe(3);
  expect(calls).toHaveLength(asked);
  expect(printed.err).toContain('You are not logged in at https://other.test.');
  expect(await run('drop', 'list')).toBe(5);
  expect(calls.at(-1)?.url).toBe('https://drop.test/v1/drop/list');
});

test.each([[], ['--json']])('login --admin shows no address that holds the code: %j', async (...more) => {
  const { run, printed } = createShell([metadata, device, tokens(`${identity} admin`)]);
  expect(await run('login', '--admin', ...more)).toBe(0);
  const shown = printed.out + printed.err;
  expect([shown.includes('BCDF-GHJK'), shown.includes('user_code=')]).toEqual([true, false]);
});
