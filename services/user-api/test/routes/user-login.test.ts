import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import { errors } from '../../src/errors.ts';
import { makeAccount, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(makeAccount());
});

const login = (fields: object) => request(service.app).post('/auth/user/login').send(fields);

function good(changes: object = {}) {
  return {
    relay: service.siblings.relay(),
    'auth.user': 'ada@example.test',
    'auth.pass': password,
    ...changes,
  };
}

function failure(code: string, message: string, more: object = {}) {
  return { status: 0, comment: message, message, code, data: null, request_id: expect.any(String), ...more };
}

const payloadInvalid = failure('payload_invalid', errors.payloadInvalid.message);

describe('POST /auth/user/login', () => {
  test('400 for a fingerprint of 21 characters, and the payload is not spent', async () => {
    const fields = good({ 'auth.fingerprint': 'x'.repeat(21) });
    const { status, body } = await login(fields);
    const short = failure('invalid_value', errors.fingerprintShort.message, { field: 'auth.fingerprint' });
    expect([status, body]).toEqual([400, short]);
    expect((await login({ ...fields, 'auth.fingerprint': 'x'.repeat(22) })).status).toBe(200);
  });

  test('200 with a token of a new session, its root and the user', async () => {
    const { status, body, headers } = await login(good({ 'auth.fingerprint': 'device-0123456789abcdef01' }));
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      status: 1,
      comment: 'OK',
      data: {
        token_use: 'user',
        token_type: 'Bearer',
        access_token: expect.any(String),
        expires_in: 900,
        scope: '',
        session: {
          id: expect.any(String),
          kind: 'client',
          amr: ['password'],
          expires_at: '2026-12-15T10:00:00.000Z',
        },
        root: {
          token: expect.stringMatching(/^rs_[\w-]{43}$/),
          id: expect.any(String),
          amr: ['password'],
          bound: true,
          expires_at: '2026-12-31T10:00:00.000Z',
        },
        user: { id: makeAccount().id, email: 'ada@example.test', name: 'Ada', kind: 'user' },
      },
    });
    expect(service.siblings.minted).toEqual([
      expect.objectContaining({ token_use: 'user', client_id: 'demo-backend', sid: body.data.session.id }),
    ]);
  });

  test('200 with the scope and audiences of the payload, and a token that /session/me takes', async () => {
    const aud = ['https://user-api.example.test', 'https://drop.example.test'];
    const relay = service.siblings.relay({ scope: 'openid email', aud_list: aud });
    const { body } = await login(good({ relay }));
    expect(service.siblings.minted).toEqual([expect.objectContaining({ scope: 'openid email', aud })]);
    const me = await request(service.app).post('/session/me').send({ token: body.data.access_token });
    expect(me.body.data).toMatchObject({
      token_use: 'user',
      scope: 'openid email',
      session: { kind: 'client' },
    });
  });

  test('200 with the scope that sso has given, which may be less than the payload’s', async () => {
    service.siblings.ungiven.add('admin');
    const { body } = await login(good({ relay: service.siblings.relay({ scope: 'openid admin' }) }));
    expect(body.data.scope).toBe('openid');
  });

  test.each([
    ['the email in another case', { 'auth.user': ' Ada@Example.TEST ' }],
    ['both names of one user', { 'auth.id': makeAccount().id }],
    ['the client of the payload', { 'auth.client_id': 'demo-backend' }],
  ])('200 with %s', async (_name, fields) => {
    expect((await login(good(fields))).status).toBe(200);
  });

  test('200 with a deadDrop', async () => {
    const { status } = await login(good({ relay: undefined, deadDrop: service.siblings.deadDrop() }));
    expect(status).toBe(200);
    expect(service.siblings.asked).toEqual(['drop', 'sso']);
  });

  test.each([
    ['half a deadDrop', { deadDrop: { id: 'drop_1' }, 'auth.user': 'a', 'auth.pass': 'b' }],
    ['an unknown relay', { relay: 'nope', 'auth.user': 'ada@example.test', 'auth.pass': password }],
  ])('401 payload_invalid with %s', async (_name, fields) => {
    const { status, body } = await login(fields);
    expect([status, body]).toEqual([401, payloadInvalid]);
    expect(service.hash.verified).toEqual([]);
  });

  test.each<[string, (handle: string) => object]>([
    ['a relay', (relay) => ({ relay })],
    ['the id of a deadDrop', (id) => ({ relay: undefined, deadDrop: { id, key: 'key' } })],
    ['the key of a deadDrop', (key) => ({ relay: undefined, deadDrop: { id: 'id', key } })],
  ])(
    '401 payload_invalid with %s of 513 characters, which is not looked up; 200 with 512',
    async (_name, of) => {
      const jws = () => Promise.resolve(service.signer.signRelay({}));
      Object.assign(service.siblings.sso, { consumeRelay: jws });
      Object.assign(service.siblings.drop, { consumeDeadDrop: jws });
      const { status, body } = await login(good(of('r'.repeat(513))));
      expect([status, body, service.hash.verified]).toEqual([401, payloadInvalid, []]);
      expect((await login(good(of('r'.repeat(512))))).status).toBe(200);
    },
  );

  test.each<[string, (service: TestService) => string]>([
    ['an expired payload', ({ signer }) => signer.signRelay({ iat: 1_000, exp: 1_060 })],
    ['one that lives too long', ({ signer, clock }) => signer.signRelay({ exp: clock.now() / 1000 + 121 })],
    ['one for another service', ({ signer }) => signer.signRelay({ aud: 'drop' })],
    ['one of another issuer', ({ signer }) => signer.signRelay({ iss: 'https://evil.example.test' })],
    [
      'an access token',
      ({ signer }) => signer.signToken({ sub: makeAccount().id, sid: 's', aud: 'user-api' }),
    ],
    ['text that is no JWS', () => 'not a jws'],
  ])('401 payload_invalid with %s in the relay', async (_name, makeJws) => {
    const relay = service.siblings.relayOf(makeJws(service));
    const { status, body } = await login(good({ relay }));
    expect([status, body]).toEqual([401, payloadInvalid]);
    expect(service.hash.verified).toEqual([]);
  });

  test.each([0, 119, 124])(
    '401 payload_invalid when one JWS comes again in another drop %d seconds later',
    async (seconds) => {
      const { siblings } = service;
      const claims = { exp: service.clock.now() / 1000 + 120 };
      const [first, again] = [1, 2].map(() => siblings.deadDrop({ ...claims, jti: 'one' }));
      const other = siblings.deadDrop({ ...claims, jti: 'other' });
      const send = (deadDrop: unknown) => login(good({ relay: undefined, deadDrop }));
      expect((await send(first)).status).toBe(200);
      service.clock.advance(seconds);
      expect((await send(again)).body.code).toBe('payload_invalid');
      expect((await send(other)).status).toBe(200);
    },
  );

  test.each<[string, object, object]>([
    ['another purpose', { purpose: 'user_root_session' }, {}],
    ['another client', {}, { 'auth.client_id': 'someone-else' }],
    ['an org', { org: 'acme' }, {}],
    ['a method that is none of a login', { method: 'device_code' }, {}],
  ])('403 payload_mismatch with a payload for %s, which is spent', async (_name, claims, fields) => {
    const relay = service.siblings.relay(claims);
    const { status, body } = await login(good({ relay, ...fields }));
    expect([status, body]).toEqual([403, failure('payload_mismatch', errors.payloadMismatch.message)]);
    expect((await login(good({ relay }))).body.code).toBe('payload_invalid');
    expect(service.hash.verified).toEqual([]);
  });

  test.each([
    ['auth.user', { 'auth.user': undefined }],
    ['auth.pass', { 'auth.pass': undefined }],
  ])('400 missing_field without %s, and the payload is not spent', async (field, fields) => {
    const { status, body } = await login(good(fields));
    expect([status, body.code, body.field]).toEqual([400, 'missing_field', field]);
    expect(service.siblings.asked).toEqual([]);
  });

  test.each([
    ['a number as relay', { relay: 7 }, 'relay'],
    ['a number as password', { 'auth.pass': 7 }, 'auth.pass'],
    ['a password too long', { 'auth.pass': 'x'.repeat(1025) }, 'auth.pass'],
    ['a one-time code too long', { 'auth.code': '1'.repeat(513) }, 'auth.code'],
  ])('400 invalid_type with %s, before anything is spent', async (_name, fields, field) => {
    const { status, body } = await login(good(fields));
    expect([status, body.code, body.field]).toEqual([400, 'invalid_type', field]);
    expect(service.siblings.asked).toEqual([]);
  });

  const [bob, nobody] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];
  test.each([
    ['different users', 'ada@example.test', bob],
    ['a user and nobody', 'ada@example.test', nobody],
    ['a user and an id that is none', 'ada@example.test', 'nobody'],
    ['nobody and a user', 'nobody@example.test', bob],
    ['nobody twice', 'nobody@example.test', nobody],
  ])('400 when auth.user and auth.id name %s', async (_name, email, id) => {
    await service.accounts.add(makeAccount({ id: bob, email: 'bob@example.test' }));
    const { status, body } = await login(good({ 'auth.user': email, 'auth.id': id }));
    expect([status, body.code]).toEqual([400, 'ambiguous_parameter']);
    expect(service.hash.verified).toEqual([]);
  });

  test('401 spends the payload although the password was wrong', async () => {
    const relay = service.siblings.relay();
    await login(good({ relay, 'auth.pass': 'wrong' }));
    expect((await login(good({ relay }))).body).toEqual(payloadInvalid);
  });

  test.each(['sso', 'drop'] as const)(
    '503 when %s is down: no hash, and no attempt counted',
    async (sibling) => {
      const payload = sibling === 'sso' ? {} : { relay: undefined, deadDrop: service.siblings.deadDrop() };
      service.siblings.down.add(sibling);
      for (let attempt = 0; attempt < 70; attempt += 1) {
        const { status, body, headers } = await login(good(payload));
        expect([status, body.code, headers['retry-after']]).toEqual([503, 'upstream_unavailable', '5']);
      }
      expect(service.hash.verified).toEqual([]);
      service.siblings.down.clear();
      expect((await login(good(payload))).status).toBe(200);
    },
  );

  test('503 and no session when sso cannot sign', async () => {
    const relay = service.siblings.relay();
    const { consumeRelay } = service.context.sso;
    service.context.sso.consumeRelay = async (...given) => {
      const jws = await consumeRelay(...given);
      service.siblings.down.add('sso');
      return jws;
    };
    expect((await login(good({ relay }))).status).toBe(503);
    expect(service.siblings.minted).toEqual([]);
  });

  test('200 and a new hash for a password whose hash has a lower cost', async () => {
    await service.accounts.add(makeAccount({ passwordHash: 'hash of old' }));
    service.hash.outdated.add('hash of old');
    expect((await login(good({ 'auth.pass': 'old' }))).status).toBe(200);
    expect((await service.accounts.findById(makeAccount().id))?.passwordHash).toBe('new hash of old');
    expect(service.hash.verified).toEqual(['hash of old']);
  });

  test('200 and no rehash while the hash gate is full', async () => {
    await service.accounts.add(makeAccount({ passwordHash: 'hash of old' }));
    service.hash.outdated.add('hash of old');
    service.hash.hash = () => Promise.reject(new ApiError(errors.overloaded));
    expect((await login(good({ 'auth.pass': 'old' }))).status).toBe(200);
    expect((await service.accounts.findById(makeAccount().id))?.passwordHash).toBe('hash of old');
  });

  test('503, and the hash stays, when the session cannot be stored', async () => {
    await service.accounts.add(makeAccount({ passwordHash: 'hash of old' }));
    service.hash.outdated.add('hash of old');
    const { sessions } = service.context;
    const { start } = sessions;
    sessions.start = () => Promise.reject(new ApiError(errors.unavailable));
    const answer = await login(good({ 'auth.pass': 'old' }));
    sessions.start = start;
    expect(answer.status).toBe(503);
    expect((await service.accounts.findById(makeAccount().id))?.passwordHash).toBe('hash of old');
  });

  test('the log has one row per check and holds no secret, nor has any log line', async () => {
    await login(good({ 'auth.pass': 'a wrong secret' }));
    await login(good());
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'user.login', outcome: 'failure', code: 'invalid_credentials', method: 'password' },
      { event: 'user.login', outcome: 'success', code: null, method: 'password', clientId: 'demo-backend' },
    ]);
    const everything = JSON.stringify(await service.requestLog.entries()) + service.logged.join('');
    expect(everything).not.toMatch(/a wrong secret|correct horse|relay_|rs_|ada@/);
  });
});
