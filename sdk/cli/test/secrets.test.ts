import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
  createLatchkey,
  createMemoryStore,
  drop,
  exportAccount,
  LatchkeyError,
  takeDropLink,
  userApi,
  type SessionStore,
  type Settings,
} from '@latchkey/client';
import { createShell, removeFolder } from './create-shell.ts';
import { logIn } from './log-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
afterAll(() => {
  removeFolder();
  rmSync(folder, { recursive: true });
});

const secret = 'Sup3rs3cret';
/** All that an error holds: hidden members, causes and what is below them too. */
const showAll = (error: unknown) =>
  inspect(error, { depth: 20, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity });

async function fail(act: () => unknown): Promise<LatchkeyError> {
  try {
    await act();
  } catch (error) {
    return error as LatchkeyError;
  }
  throw new Error('nothing failed');
}

const addresses = [
  `http://ann:${secret}@localhost`,
  `https://${secret}@sso.test`,
  `https://:${secret}@sso.test`,
  `ftp://ann:${secret}@sso.test`,
  `postgres://ann:${secret}@sso.test/x`,
  `//ann:${secret}@sso.test`,
  `ann:${secret}@sso.test`,
  `https://ann:${secret} x@sso.test`,
  `https://sso.test/?token=${secret}`,
  `https://sso.test/#${secret}`,
];
const tokens = ['\n', '\r\nX-Evil: 1', ' x', 'ü', '日', '\0', '=x', '"'].map((end) => secret + end);

describe('a setting of the library that cannot be right is not_configured, and not shown', () => {
  const settings: Settings = { sso: 'https://sso.test', clientId: 'rp' };
  const wrong: readonly (readonly [string, unknown])[] = [
    ...['sso', 'userApi', 'drop'].flatMap((name) => addresses.map((value) => [name, value] as const)),
    ...tokens.filter((one) => !/[ ="]/.test(one)).map((value) => ['clientSecret', value] as const),
    ...['', ' x', 'x\n', '日本アプリ/2'].map((value) => ['clientSecret', value] as const),
    ...['', '日本アプリ/2', 'ü/1', 'a\nb', 'a\r\nX: 1', 'x\0'].map((value) => ['userAgent', value] as const),
    ...['', 'a\nb', 'ü', 7].map((value) => ['clientId', value] as const),
    ['clientAuth', 'none'],
    ['clock', () => 1],
    ['clock', {}],
    ['fetch', 'no'],
  ];
  test.each(wrong)('%s %j', async (name, value) => {
    const error = await fail(() => createLatchkey({ ...settings, [name]: value }));
    expect([error.code, showAll(error)]).toEqual(['not_configured', expect.not.stringContaining(secret)]);
    expect(error.message).toContain(name);
  });

  test.each(tokens)('the token %j, before anything is sent', async (token) => {
    const sent: unknown[] = [];
    const fetch = async (...args: unknown[]) =>
      Response.json((sent.push(args), { issuer: 'https://sso.test' }));
    const latchkey = createLatchkey({ ...settings, userApi: 'https://u.test', fetch });
    const mine = latchkey.useToken(token);
    for (const act of [() => latchkey.userInfo(mine), () => userApi(mine)('/org/search')]) {
      const error = await fail(act);
      expect([error.code, showAll(error)]).toEqual(['not_configured', expect.not.stringContaining(secret)]);
    }
    expect(sent).toEqual([]);
  });
});

/** What runtimes, agents and wrappers of fetch throw: each quotes what it was to send. */
const failures: Readonly<Record<string, () => unknown>> = {
  'a sentence': () => new TypeError(`Headers.append: "Bearer ${secret}" is an invalid header value.`),
  'a cause': () => new TypeError('fetch failed', { cause: new Error(`bad ${secret}`) }),
  'a deep cause': () => new Error('x', { cause: new Error('y', { cause: { code: `E ${secret}` } }) }),
  'the request': () =>
    Object.assign(new Error('failed'), { request: { headers: { authorization: secret } } }),
  'the request of a cause': () => new Error('failed', { cause: { config: { data: `key=${secret}` } } }),
  'a name': () => Object.assign(new Error('failed'), { name: secret, code: secret }),
  'many errors': () => new AggregateError([new Error(secret)], secret),
  'no error': () => `it was ${secret}`,
  'an object': () => ({ message: secret, toString: () => secret }),
};
const tokensOf = {
  tokenType: 'Bearer',
  accessToken: secret,
  accessExpiresAtMs: 0,
  refreshToken: `r-${secret}`,
  refreshExpiresAtMs: Number.MAX_SAFE_INTEGER,
  bindingChain: 'chain',
  bindingLink: `l-${secret}`,
  scope: 'openid',
} as const;

describe.each(Object.entries(failures))('a fetch that throws %s shows no secret', (_name, make) => {
  const fetch = () => Promise.reject(make());
  const clock = { now: () => 1, wait: async () => undefined };
  const at = { userApi: 'https://u.test', drop: 'https://d.test' };
  const latchkey = createLatchkey({ sso: 'https://sso.test', clientId: 'rp', ...at, fetch, clock });
  const app = createLatchkey({ sso: 'https://sso.test', clientId: 'rp', clientSecret: secret, fetch, clock });
  const store = createMemoryStore();
  beforeAll(() => store.replace({ status: 'active', revision: 1, tokens: tokensOf }));

  test.each<[string, () => Promise<unknown>]>([
    ['userInfo', () => latchkey.userInfo(latchkey.useToken(secret))],
    ['introspect', () => latchkey.introspect(secret)],
    ['startDeviceLogin', () => latchkey.startDeviceLogin()],
    ['a call of drop', () => drop(latchkey.useToken(secret))('/v1/drop/consume', { id: 'd', key: secret })],
    ['a call in headers', () => drop(latchkey.useToken(secret), { credentials: 'headers' })('/v1/drop/list')],
    ['exportAccount', () => exportAccount(latchkey.useToken(secret), secret)],
    ['openApp', () => app.openApp().accessToken()],
    ['takeDropLink', () => takeDropLink(`https://d.test/d/d1#${secret}`, { fetch })],
    ['a refresh', async () => (await latchkey.openSession(store)).accessToken({ minValiditySeconds: 9 })],
  ])('%s', async (_call, act) => {
    const error = await fail(act);
    expect([error.code, showAll(error)]).toEqual(['no_answer', expect.not.stringContaining(secret)]);
  });

  test('nor does a store', async () => {
    const broken: SessionStore = { ...store, replace: () => Promise.reject(make()) };
    const [chain, session] = ['other', await latchkey.openSession(broken)];
    // A session is begun with nothing else of a login.
    const login = { status: 'redeemed', tokens: { ...tokensOf, bindingChain: chain } } as never;
    const error = await fail(() => latchkey.openSession(broken, login));
    expect([error.code, showAll(error)]).toEqual(['store_failed', expect.not.stringContaining(secret)]);
    expect(await session.state()).toMatchObject({ status: 'active' });
  });
});

test('what cannot be sent as JSON was not sent', async () => {
  const latchkey = createLatchkey({ sso: 'https://sso.test', drop: 'https://d.test', clientId: 'rp' });
  const error = await fail(() => drop(latchkey.useToken('t'))('/v1/drop/store', { payload: [1n, secret] }));
  expect([error.code, showAll(error)]).toEqual(['not_configured', expect.not.stringContaining(secret)]);
});

describe('the command shows no secret', () => {
  const keyFile = join(folder, 'key');
  const [oneAddress = ''] = addresses;
  writeFileSync(keyFile, `${secret}\n`);
  const lines: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>, number])[] = [
    ...['SSO_URL', 'USER_API_URL', 'DROP_URL'].map(
      (name) => [name, ['devices'], { SSO_URL: 'https://sso.test', [name]: oneAddress }, 2] as const,
    ),
    ...['--user-api', '--drop'].map((name) => [name, ['devices', name, oneAddress], {}, 2] as const),
    ...addresses.map((value) => ['--sso', ['devices', '--sso', value], {}, 2] as const),
    ...tokens
      .filter((token) => token.trim() !== secret)
      .flatMap((token) =>
        ['devices', 'drop list', 'whoami'].map(
          (line) => ['LATCHKEY_TOKEN', line.split(' '), { LATCHKEY_TOKEN: token }, 2] as const,
        ),
      ),
    ['an unknown command with a key', ['dorp', 'take', 'd1', '--key', secret], {}, 2],
    ['an unknown option with a key', ['drop', 'take', 'd1', '--kye', secret], {}, 2],
    ['a key file in the wrong place', ['drop', 'take', 'd1', '--key-file', folder], {}, 1],
    ['a key that a link follows', ['drop', 'take', `https://me:${secret}@d.test/d/d1#dk1_${secret}`], {}, 1],
  ];
  test.each(lines)('%s: %j', async (_name, args, env, exitCode) => {
    const { run, shell, calls, printed } = createShell([], { env });
    await logIn(shell);
    expect([await run(...args), calls]).toEqual([exitCode, []]);
    expect(showAll(printed)).not.toContain(secret);
  });

  const silent = Object.values(failures).map((make) => make());
  test.each(silent.map((_, at) => at))('whatever fetch throws (%i)', async (at) => {
    const fetch = () => Promise.reject(silent[at]);
    const env = { LATCHKEY_TOKEN: secret, LATCHKEY_DROP_KEY: secret, LATCHKEY_PASSWORD: secret };
    const secretLines = [
      'devices',
      'whoami',
      'drop take d1 --out never',
      `drop take d1 --key-file ${keyFile}`,
    ];
    for (const line of [...secretLines, 'account totp disable 123456', 'drop put --text x'])
      for (const more of [[], ['--json']]) {
        const { run, printed } = createShell([], { env, fetch });
        expect([line, await run(...line.split(' '), ...more)]).toEqual([line, 5]);
        expect(showAll(printed)).not.toContain(secret);
      }
  });
});

test.each([
  ['LATCHKEY_TOKEN', 'tok\n', 'drop list', 'auth.token', 'tok'],
  ['LATCHKEY_TOKEN', ' \ttok\r\n', 'devices', 'auth.token', 'tok'],
  ['LATCHKEY_DROP_KEY', ' my key \n', 'drop take d1 --out never', 'key', ' my key '],
  ['LATCHKEY_PASSWORD', 'pass word \r\n', 'account totp disable 1', 'auth.pass', 'pass word '],
])('%s may end as an editor ends it: %j', async (name, value, line, field, sent) => {
  const { run, shell, calls } = createShell([], { env: { [name]: value } });
  await logIn(shell);
  await run(...line.split(' '));
  expect(calls[0]?.fields[field]).toBe(sent);
});
