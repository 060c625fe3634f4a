import request from 'supertest';
import { createWorld, type World } from '../world/create-world.ts';
import { makeAccount, openSession, password } from '../world/people.ts';

const ada = makeAccount();
const bob = makeAccount({ id: '22222222-2222-4222-8222-222222222222', email: 'bob@example.test' });
const admin = makeAccount({
  id: '33333333-3333-4333-8333-333333333333',
  email: 'c@example.test',
  kind: 'admin',
});
const root = makeAccount({
  id: '44444444-4444-4444-8444-444444444444',
  email: 'd@example.test',
  kind: 'root',
});
let world: World;
beforeEach(() => {
  world = createWorld();
  for (const account of [ada, bob, admin, root]) world.accounts.add(account);
});

const send = (path: string, fields: object) => request(world.app).post(path).send(fields);
const isLive = async (token: string) => (await send('/session/me', { token })).status === 200;

async function login(): Promise<{ token: string; sessionId: string; rootToken: string }> {
  const relay = world.siblings.relay();
  const fields = { relay, 'auth.user': ada.email, 'auth.pass': password };
  const { data } = (await send('/auth/user/login', fields)).body;
  return { token: data.access_token, sessionId: data.session.id, rootToken: data.root.token };
}

async function exchange(rootToken: string): Promise<string> {
  const relay = world.siblings.relay({ purpose: 'user_exchange', client_id: 'other-client' });
  return (await send('/auth/user/exchange', { relay, 'auth.token': rootToken })).body.data.access_token;
}

describe('POST /session/logout', () => {
  test('200 and the session, its root and the root’s other children end with the next call', async () => {
    const { token, rootToken } = await login();
    const other = await exchange(rootToken);
    const { status, body } = await send('/session/logout', { token });
    expect([status, body.data]).toEqual([200, { ended: 3 }]);
    for (const ended of [token, other]) expect(await isLive(ended)).toBe(false);
    expect((await send('/session/logout', { token })).body.code).toBe('session_revoked');
  });

  test('200 and the root stays when another client opened it', async () => {
    const { token, rootToken } = await login();
    expect((await send('/session/logout', { token: await exchange(rootToken) })).body.data).toEqual({
      ended: 1,
    });
    expect(await isLive(token)).toBe(true);
  });

  test('409 for a token of a refresh family, which sso keeps', async () => {
    const token = world.signer.signToken({ sub: ada.id, sid: 'family' });
    world.siblings.families.set(token, { createdAt: null, lastUsedAt: null, expiresAt: null });
    const { status, body } = await send('/session/logout', { token });
    expect([status, body.code]).toEqual([409, 'state_conflict']);
  });

  test('one row in the request log', async () => {
    const { token } = await openSession(world, ada);
    await send('/session/logout', { token });
    expect(world.requestLog.entries).toMatchObject([
      { event: 'session.logout', outcome: 'success', userId: ada.id },
    ]);
  });
});

describe('POST /account/me/session/revoke and revoke_others', () => {
  const path = '/account/me/session/revoke';

  test('200 for a session of the caller', async () => {
    const [own, other] = [await openSession(world, ada), await openSession(world, ada)];
    const { body } = await send(path, { token: own.token, session_id: other.sessionId });
    expect(body.data).toEqual({ ended: 1 });
    expect([await isLive(own.token), await isLive(other.token)]).toEqual([true, false]);
  });

  test('404 alike for a session of somebody else, an unknown one, one that has ended, and no id at all', async () => {
    const own = await openSession(world, ada);
    const ofBob = await openSession(world, bob);
    const ended = await openSession(world, ada);
    await send(path, { token: own.token, session_id: ended.sessionId });
    for (const session_id of [ofBob.sessionId, crypto.randomUUID(), ended.sessionId, 'nope']) {
      const { status, body } = await send(path, { token: own.token, session_id });
      expect([status, body.code, body.field]).toEqual([404, 'not_found', 'session_id']);
    }
    expect(await isLive(ofBob.token)).toBe(true);
  });

  test('200 for all others: the calling session and its root stay', async () => {
    const { token, rootToken } = await login();
    const others = [await exchange(rootToken), (await login()).token, (await openSession(world, ada)).token];
    const ofBob = await openSession(world, bob);
    const { body } = await send(`${path}_others`, { token });
    expect(body.data).toEqual({ ended: 4 });
    for (const other of others) expect(await isLive(other)).toBe(false);
    expect([await isLive(token), await isLive(ofBob.token)]).toEqual([true, true]);
    expect(await isLive(await exchange(rootToken))).toBe(true);
  });
});

describe('POST /admin/session/revoke', () => {
  const path = '/admin/session/revoke';

  test('200 for a user’s session', async () => {
    const [{ token }, other] = [await openSession(world, admin), await openSession(world, ada)];
    expect((await send(path, { token, session_id: other.sessionId })).body.data).toEqual({ ended: 1 });
    expect(await isLive(other.token)).toBe(false);
  });

  test.each([
    ['a user', ada, bob],
    ['an admin, of a root', admin, root],
    ['an admin, of their own', admin, admin],
  ])('403 for %s', async (_name, caller, owner) => {
    const [{ token }, other] = [await openSession(world, caller), await openSession(world, owner)];
    const { status, body } = await send(path, { token, session_id: other.sessionId });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(await isLive(other.token)).toBe(true);
  });

  test('404 for an unknown session', async () => {
    const { token } = await openSession(world, admin);
    expect((await send(path, { token, session_id: crypto.randomUUID() })).body.code).toBe('not_found');
  });
});

test('a revoked session is refused while no tombstone can be read', async () => {
  const { token, sessionId } = await openSession(world, ada);
  world.context.tombstones.has = () => Promise.resolve(false);
  await send('/account/me/session/revoke', {
    token: (await openSession(world, ada)).token,
    session_id: sessionId,
  });
  expect(await isLive(token)).toBe(false);
});

test.each([
  ['login', 'reset_password'],
  ['login', 'disable'],
  ['root-session', 'reset_password'],
  ['root-session', 'disable'],
])('401 for a %s whose password was right before %s, and it leaves no session', async (name, change) => {
  const { sessions } = world.context;
  const { start } = sessions;
  const opened: string[] = [];
  sessions.start = async (made, at) => {
    sessions.start = start;
    const { token } = await openSession(world, admin);
    expect((await send(`/admin/user/${change}`, { token, user_id: ada.id })).status).toBe(200);
    opened.push(...made.map(({ id }) => id));
    await start(made, at);
  };
  const relay = world.siblings.relay({ purpose: name === 'login' ? 'user_login' : 'user_root_session' });
  const answer = await send(`/auth/user/${name}`, { relay, 'auth.user': ada.email, 'auth.pass': password });
  expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials']);
  expect(opened).toHaveLength(name === 'login' ? 2 : 1);
  for (const id of opened) expect(await sessions.findLive(id, new Date(world.clock.now()))).toBeUndefined();
});
