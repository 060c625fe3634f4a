import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createShell, removeFolder, type Reply } from '../../test/create-shell.ts';

afterAll(removeFolder);

const sso = 'http://localhost:4001';
const metadata: Reply = [
  200,
  {
    issuer: sso,
    token_endpoint: `${sso}/token`,
    device_authorization_endpoint: `${sso}/device_authorization`,
    revocation_endpoint: `${sso}/revoke`,
  },
];
const device: Reply = [
  200,
  {
    device_code: 'dc',
    user_code: 'BCDF-GHJK',
    verification_uri: `${sso}/device_login`,
    verification_uri_complete: `${sso}/device_login?user_code=BCDF-GHJK`,
    expires_in: 600,
    interval: 5,
  },
];
const tokens = (scope: string, chain = 'chain'): Reply => [
  200,
  {
    token_type: 'Bearer',
    access_token: `access-${chain}`,
    expires_in: 600,
    refresh_token: `refresh-${chain}`,
    refresh_expires_in: 9000,
    binding_chain: chain,
    binding_link: 'link',
    scope,
  },
];
const error = (code: string): Reply => [400, { error: code }];
const done: Reply = [200, {}];
const identity = 'openid profile email offline_access';
const placeOf = (configDir: string) => join(configDir, 'default', encodeURIComponent(`latchkey-cli@${sso}`));

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
  expect(calls[1]?.fields).toEqual({ client_id: 'latchkey-cli', scope: `${identity} account`, device_name });
  expect(printed.err).toContain(`${sso}/device_login?user_code=BCDF-GHJK`);
  expect(printed.err).toContain('the code BCDF-GHJK');
  const place = placeOf(shell.configDir);
  expect(readdirSync(place)).toEqual(['session.json']);
  expect(statSync(join(place, 'session.json')).mode & 0o777).toBe(0o600);
  expect(await run('token')).toBe(0);
  expect(printed.out).toBe('access-chain\n');
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
  expect(readdirSync(placeOf(shell.configDir))).toEqual([]);
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
  expect(printed.err).toMatch(/Interrupted\.\n$/);
  expect(readdirSync(placeOf(shell.configDir))).toEqual([]);
});

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

test.each(['file:///etc/passwd', '--version', 'https://other.test/'])(
  'nothing opens %s, and the login does not begin',
  async (page) => {
    const opened: string[] = [];
    const foreign: Reply = [200, { ...device[1], verification_uri_complete: page }];
    const { run, printed } = createShell([metadata, foreign], { openBrowser: (at) => opened.push(at) });
    expect(await run('login', '--open')).toBe(1);
    expect(opened).toEqual([]);
    expect(printed.err).toContain(`not a page of ${sso}`);
  },
);

test('--open opens the page of sso', async () => {
  const opened: string[] = [];
  const { run } = createShell([metadata, device, tokens(identity)], { openBrowser: (at) => opened.push(at) });
  expect(await run('login', '--open')).toBe(0);
  expect(opened).toEqual([`${sso}/device_login?user_code=BCDF-GHJK`]);
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
  const { run, calls, printed } = createShell([metadata, device, tokens(identity)]);
  expect(await run('login', '--drop', 'https://drop.test/')).toBe(0);
  const asked = calls.length;
  expect(await run('drop', 'list', '--sso', 'https://other.test')).toBe(3);
  expect(calls).toHaveLength(asked);
  expect(printed.err).toContain('You are not logged in at https://other.test.');
  expect(await run('drop', 'list')).toBe(5);
  expect(calls.at(-1)?.url).toBe('https://drop.test/v1/drop/list');
});

test.each([[], ['--json']])(
  'login --admin shows no address that holds the code, and opens none: %j',
  async (...more) => {
    const opened: string[] = [];
    const { run, printed } = createShell([metadata, device, tokens(`${identity} admin`)], {
      openBrowser: (address) => void opened.push(address),
    });
    expect(await run('login', '--admin', '--open', ...more)).toBe(0);
    const shown = printed.out + printed.err;
    expect([shown.includes('BCDF-GHJK'), shown.includes('user_code=')]).toEqual([true, false]);
    expect(opened).toEqual([`${sso}/device_login`]);
  },
);
