import { inspect } from 'node:util';
import { createLatchkey, createMemoryStore, type DeviceLogin, type SessionStore } from '../src/index.ts';
import { createFakeSso, faultsAfterEffect, faultsWithoutEffect, type Fault } from './fake-sso.ts';

const always = { minValiditySeconds: Number.POSITIVE_INFINITY };

async function signIn(store: SessionStore = createMemoryStore()) {
  const sso = createFakeSso();
  const latchkey = createLatchkey(sso.settings);
  sso.decide('approved');
  let login: DeviceLogin = await latchkey.startDeviceLogin();
  for await (login of latchkey.followDeviceLogin(login));
  const session = await latchkey.openSession(store, login);
  sso.forms.length = 0;
  return { sso, latchkey, store, login, session };
}

test('an empty store holds no session, and an unfinished login begins none', async () => {
  const { latchkey, login } = await signIn();
  const session = await latchkey.openSession(createMemoryStore());
  await expect(session.accessToken()).rejects.toMatchObject({ code: 'no_session' });
  expect(await session.state()).toEqual({ status: 'none' });
  const { tokens: _tokens, ...pending } = login;
  await expect(latchkey.openSession(createMemoryStore(), pending)).rejects.toMatchObject({
    code: 'no_session',
  });
});

test('a token is handed out while it lasts, then refreshed once for all callers of all sessions', async () => {
  const { sso, latchkey, store, session } = await signIn();
  expect(await session.accessToken()).toBe('access-0');
  sso.clock.advance(870_001);
  const other = await latchkey.openSession(store);
  const asked = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? session : other).accessToken());
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['access-1']));
  expect(sso.forms).toHaveLength(1);
  expect(sso.forms[0]).toMatchObject({ binding_chain: 'chain', binding_link: 'link-0' });
});

test('a wish for more than the life of a token is met by half of its life, not by a refresh at every call', async () => {
  const { sso, session } = await signIn();
  const long = { minValiditySeconds: 3600 };
  expect([await session.accessToken(long), await session.accessToken(long)]).toEqual([
    'access-1',
    'access-1',
  ]);
  sso.clock.advance(450_000);
  expect(await session.accessToken(long)).toBe('access-1');
  expect(await session.accessToken({ minValiditySeconds: 600 })).toBe('access-2');
  sso.clock.advance(450_001);
  expect(await session.accessToken(long)).toBe('access-3');
  expect(sso.forms).toHaveLength(3);
});

test('the new tokens are stored before the new access token is handed out', async () => {
  const store = createMemoryStore();
  const { session } = await signIn(store);
  const replace = store.replace.bind(store);
  const order: string[] = [];
  store.replace = async (record) => {
    await new Promise((resolve) => void setImmediate(resolve));
    order.push(`stored ${record.status === 'active' ? record.tokens.accessToken : ''}`);
    return replace(record);
  };
  order.push(`got ${await session.accessToken(always)}`);
  expect(order).toEqual(['stored access-1', 'got access-1']);
});

test.each<Fault>([...faultsWithoutEffect, ...faultsAfterEffect])(
  'a refresh that meets %s is repeated as it was, and nothing is lost',
  async (fault) => {
    const { sso, session } = await signIn();
    sso.faults.push(fault, fault);
    expect(await session.accessToken(always)).toBe('access-1');
    expect(sso.forms).toHaveLength(3);
    expect(new Set(sso.forms.map((form) => form['refresh_token']))).toEqual(new Set(['refresh-0']));
    expect(sso.isFamilyAlive()).toBe(true);
  },
);

test('without an answer for the whole window it gives up, and the session is as it was', async () => {
  const { sso, session, store } = await signIn();
  const before = await store.read();
  sso.faults.push(...Array.from({ length: 20 }, () => 'not_sent' as const));
  await expect(session.accessToken(always)).rejects.toMatchObject({ code: 'no_answer' });
  expect(await store.read()).toEqual(before);
  sso.faults.length = 0;
  expect(await session.accessToken(always)).toBe('access-1');
});

test('a limit is thrown with its Retry-After, and the session is as it was', async () => {
  const { sso, session } = await signIn();
  sso.faults.push({ code: 'slow_down' });
  await expect(session.accessToken(always)).rejects.toMatchObject({ code: 'slow_down', retryAfter: 9 });
  expect(await session.state()).toMatchObject({ status: 'active' });
});

test.each<[string, (Fault | undefined)[], string]>([
  ['a refusal', [{ code: 'invalid_grant' }], 'invalid_grant'],
  ['a refusal after a lost answer', ['lost', { code: 'invalid_grant' }], 'answer_lost'],
])('%s ends the session with its reason, for later callers too', async (_name, faults, reason) => {
  const { sso, latchkey, session, store } = await signIn();
  sso.faults.push(...faults);
  await expect(session.accessToken(always)).rejects.toMatchObject({ code: 'session_ended', reason });
  const asked = sso.forms.length;
  const later = await latchkey.openSession(store);
  await expect(later.accessToken()).rejects.toMatchObject({ code: 'session_ended', reason });
  expect(await later.state()).toEqual({ status: 'ended', reason });
  expect(sso.forms).toHaveLength(asked);
});

test('the same login again changes nothing: not newer tokens, not an ended session', async () => {
  const { latchkey, store, login, session } = await signIn();
  await session.accessToken(always);
  await latchkey.openSession(store, login);
  expect(await session.accessToken()).toBe('access-1');
  await session.end();
  await latchkey.openSession(store, login);
  expect(await session.state()).toEqual({ status: 'ended', reason: 'signed_out' });
});

test('end revokes and forgets; without an answer it throws and forgets nothing', async () => {
  const { sso, session, store } = await signIn();
  sso.faults.push('not_sent');
  await expect(session.end()).rejects.toMatchObject({ code: 'no_answer' });
  expect(await session.state()).toMatchObject({ status: 'active' });
  await session.end();
  await session.end();
  expect(sso.isFamilyAlive()).toBe(false);
  expect(JSON.stringify(await store.read())).not.toMatch(/refresh-|access-|link-/);
});

test('a store that lost its lock keeps what was stored first', async () => {
  const { sso, session, store } = await signIn();
  const active = await store.read();
  if (active?.status !== 'active') throw new Error('no session');
  const newer = { ...active, revision: 2, tokens: { ...active.tokens, accessToken: 'theirs' } };
  sso.faults.push('lost');
  const wait = sso.clock.wait;
  sso.clock.wait = async (ms) => {
    await store.replace(newer);
    await wait(ms);
  };
  expect(await session.accessToken(always)).toBe('theirs');
});

test('who was taken for dead while it refreshed stores the new tokens all the same', async () => {
  const { session, store } = await signIn();
  const replace = store.replace.bind(store);
  let refusals = 1;
  store.replace = async (record) => (refusals -= 1) < 0 && replace(record);
  expect(await session.accessToken(always)).toBe('access-1');
  expect(await store.read()).toMatchObject({ tokens: { refreshToken: 'refresh-1' } });
});

test('new tokens that the store did not take are stored later, though the window is over', async () => {
  const { sso, session, store } = await signIn();
  const replace = store.replace.bind(store);
  store.replace = () => Promise.reject(new Error('disk full'));
  await expect(session.accessToken(always)).rejects.toThrow('disk full');
  sso.clock.advance(60_000);
  await expect(session.accessToken(always)).rejects.toThrow('disk full');
  store.replace = replace;
  expect(await session.accessToken(always)).toBe('access-1');
  expect(sso.forms).toHaveLength(1);
  expect(await session.accessToken(always)).toBe('access-2');
  expect(sso.isFamilyAlive()).toBe(true);
});

test('new tokens that were not stored never replace what another has stored since', async () => {
  const { sso, latchkey, session, store } = await signIn();
  const replace = store.replace.bind(store);
  store.replace = () => Promise.reject(new Error('disk full'));
  await expect(session.accessToken(always)).rejects.toThrow('disk full');
  store.replace = replace;
  const other = await latchkey.openSession(store);
  await other.end();
  await expect(session.accessToken(always)).rejects.toMatchObject({ code: 'session_ended' });
  expect(sso.isFamilyAlive()).toBe(false);
});

test.each(['half', 'malformed'] as const)('an answer that is %s is quoted by no error', async (fault) => {
  const { sso, session } = await signIn();
  sso.faults.push(...Array.from({ length: 20 }, () => fault));
  const error: unknown = await session.accessToken(always).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'no_answer' });
  expect(inspect(error, { depth: 9 })).not.toMatch(/access_token|access-|"a"/);
});

test('a login for a session that never refreshes is kept without what could renew it', async () => {
  const { sso, latchkey, login } = await signIn();
  const store = createMemoryStore();
  const session = await latchkey.openSession(store, login, { refresh: false });
  expect(await session.accessToken()).toBe('access-0');
  expect(JSON.stringify(await store.read())).not.toMatch(/refresh|link-/);
  // Nor can anybody refresh it who opens it as any other session.
  const other = await latchkey.openSession(store, login);
  await expect(other.accessToken(always)).rejects.toMatchObject({ code: 'session_ended', reason: 'expired' });
  expect(sso.forms).toEqual([]);
  await session.end();
  expect(sso.forms).toMatchObject([{ token: 'access-0' }]);
  expect(await other.state()).toEqual({ status: 'ended', reason: 'signed_out' });
});

test('a session that never refreshes ends with its access token, and can still be revoked', async () => {
  const { sso, latchkey, store } = await signIn();
  const session = await latchkey.openSession(store, undefined, { refresh: false });
  expect(await session.accessToken()).toBe('access-0');
  sso.clock.advance(900_000);
  await expect(session.accessToken()).rejects.toMatchObject({ code: 'session_ended', reason: 'expired' });
  expect(sso.forms).toEqual([]);
  await session.end();
  expect(sso.isFamilyAlive()).toBe(false);
});
