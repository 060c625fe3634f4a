import request from 'supertest';
import { createWorld, type World } from '../world/create-world.ts';
import { acme, makeAccount, openSession, password } from '../world/people.ts';
import { makeProofKey, prove } from '../world/prove.ts';

const path = '/auth/user/exchange';
let world: World;
beforeEach(() => {
  world = createWorld();
  world.accounts.add(makeAccount(), [acme]);
});

async function openRoot(fields: object = {}, purpose = 'user_root_session'): Promise<string> {
  const isMember = purpose.startsWith('member');
  const org = isMember ? { org: 'acme' } : {};
  const relay = world.siblings.relay({ purpose: purpose as 'user_root_session', ...org });
  const route = isMember ? '/auth/member/root-session' : '/auth/user/root-session';
  const names = { 'auth.user': 'ada@example.test', 'auth.pass': password, 'auth.org': 'acme' };
  const { body } = await request(world.app)
    .post(route)
    .send({ relay, ...names, ...fields });
  return body.data.root.token;
}

function exchange(token: string, fields: object = {}, claims: object = {}) {
  const relay = world.siblings.relay({ purpose: 'user_exchange', client_id: 'other-client', ...claims });
  return request(world.app)
    .post(path)
    .send({ relay, 'auth.token': token, ...fields });
}

describe('POST /auth/user/exchange', () => {
  test('200 with a session of the payload’s client, out of a root session', async () => {
    const token = await openRoot();
    const { status, body } = await exchange(token, {}, { scope: 'openid' });
    expect([status, body.data]).toEqual([
      200,
      {
        token_use: 'user',
        token_type: 'Bearer',
        access_token: expect.any(String),
        expires_in: 900,
        scope: 'openid',
        session: {
          id: expect.any(String),
          kind: 'client',
          amr: ['password'],
          expires_at: '2026-12-15T10:00:00.000Z',
        },
      },
    ]);
    expect(world.siblings.minted).toMatchObject([{ client_id: 'other-client', sid: body.data.session.id }]);
  });

  test('200 out of a session, by its access token; the new one ends with the old one', async () => {
    const { token, sessionId } = await openSession(world, makeAccount());
    const { body } = await exchange(token, { 'auth.method': 'session' }, { method: 'session' });
    expect(body.data.session.amr).toEqual(['password', 'session']);
    const me = () => request(world.app).post('/session/me').send({ token: body.data.access_token });
    expect((await me()).status).toBe(200);
    await world.context.sessions.revoke(sessionId, new Date(world.clock.now()));
    expect((await me()).status).toBe(401);
  });

  test.each([
    ['no token', undefined, 400, 'missing_field'],
    ['an unknown root token', `rs_${'a'.repeat(43)}`, 401, 'token_invalid'],
    ['text that is no token', 'nope', 401, 'token_invalid'],
  ])('refuses %s', async (_name, token, status, code) => {
    const answer = await exchange('', { 'auth.token': token });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('401 for an app token, a refresh family, an ended session and a disabled account', async () => {
    const { token, sessionId } = await openSession(world, makeAccount());
    const family = world.signer.signToken({ sub: makeAccount().id, sid: 'family' });
    world.siblings.families.set(family, { createdAt: null, lastUsedAt: null, expiresAt: null });
    const app = world.signer.signToken({ sub: makeAccount().id, sid: sessionId, token_use: 'app' });
    for (const bad of [family, app]) expect((await exchange(bad)).body.code).toBe('token_invalid');
    await world.context.tombstones.add([sessionId]);
    expect((await exchange(token)).body.code).toBe('token_invalid');
    const root = await openRoot();
    world.accounts.add(makeAccount({ status: 'disabled' }));
    expect((await exchange(root)).body.code).toBe('token_invalid');
  });

  test.each<[string, object, object]>([
    ['another purpose', {}, { purpose: 'user_login' }],
    ['another client', { 'auth.client_id': 'demo-backend' }, {}],
    ['a method that was not asked', {}, { method: 'session' }],
    ['a method that the payload does not have', { 'auth.method': 'session' }, {}],
    ['a factor that was not shown', { 'auth.method': 'password+totp' }, { method: 'password+totp' }],
    ['an org', {}, { org: 'acme' }],
  ])('403 payload_mismatch with %s', async (_name, fields, claims) => {
    const { status, body } = await exchange(await openRoot(), fields, claims);
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
  });

  test('one of 20 parallel exchanges on one relay succeeds', async () => {
    const token = await openRoot();
    const relay = world.siblings.relay({ purpose: 'user_exchange' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(token, { relay })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'payload_invalid')).toHaveLength(19);
  });

  test('429 after 60 unknown tokens in a minute from one network', async () => {
    for (let attempt = 0; attempt < 60; attempt += 1) await exchange('nope');
    expect((await exchange('nope')).status).toBe(429);
  });
});

describe('binding in POST /auth/user/exchange', () => {
  test('200 and bound to the key of a proof that has the hash of the root token', async () => {
    const token = await openRoot();
    const { body } = await exchange(token, { 'auth.dpop': prove(world, { path, token }) });
    expect(body.data.token_type).toBe('DPoP');
    expect(world.siblings.minted).toMatchObject([{ jkt: expect.any(String) }]);
    const bare = await exchange(token, { dpop: prove(world, { path, token }) });
    expect(bare.body.data.token_type).toBe('DPoP');
  });

  test('401 with a proof without that hash', async () => {
    const { status, body } = await exchange(await openRoot(), { 'auth.dpop': prove(world, { path }) });
    expect([status, body.code]).toEqual([401, 'invalid_dpop_proof']);
  });

  test('a root that is bound to a key needs a proof of that key', async () => {
    const token = await openRoot({ dpop: prove(world, { path: '/auth/user/root-session' }) });
    expect((await exchange(token)).body.code).toBe('binding_required');
    const dpop = prove(world, { path, token, signWith: makeProofKey() });
    expect((await exchange(token, { dpop })).body.code).toBe('invalid_dpop_proof');
    expect((await exchange(token, { dpop: prove(world, { path, token }) })).status).toBe(200);
  });

  test('a root that is bound to a fingerprint needs it, in either spelling', async () => {
    const token = await openRoot({ fingerprint: 'device' });
    expect((await exchange(token)).body.code).toBe('binding_required');
    expect((await exchange(token, { fingerprint: 'other' })).body.code).toBe('token_invalid');
    expect((await exchange(token, { fingerprint: 'device' })).status).toBe(200);
    expect((await exchange(token, { 'auth.fingerprint': 'device' })).status).toBe(200);
    expect((await exchange(token, { 'auth.fingerprint': 'device', fingerprint: 'device' })).status).toBe(200);
  });

  test.each(['dpop', 'htu', 'fingerprint'])(
    '400 with two values in the two spellings of %s',
    async (name) => {
      const { status, body } = await exchange('any', { [`auth.${name}`]: 'a', [name]: 'b' });
      expect([status, body.code, body.field]).toEqual([400, 'ambiguous_parameter', name]);
      expect(world.siblings.asked).toEqual([]);
    },
  );
});

describe('POST /auth/member/exchange', () => {
  function exchangeFor(token: string, org: string, claims: object = {}) {
    const relay = world.siblings.relay({ purpose: 'member_exchange', org, ...claims });
    return request(world.app)
      .post('/auth/member/exchange')
      .send({ relay, 'auth.token': token, 'auth.org': org });
  }

  test('200 with the member', async () => {
    const { body } = await exchangeFor(await openRoot(), 'acme');
    expect(body.data).toMatchObject({
      token_use: 'member',
      member: { org_id: acme.orgId, org_slug: 'acme', role: 'member' },
    });
  });

  test('401 for somebody who is no member', async () => {
    expect((await exchangeFor(await openRoot(), 'other')).body.code).toBe('invalid_credentials');
  });

  test('403 out of a member’s session for the user alone', async () => {
    const token = await openRoot({}, 'member_root_session');
    expect((await exchangeFor(token, 'acme')).status).toBe(200);
    expect((await exchange(token)).body.code).toBe('payload_mismatch');
  });
});
