import { createHash } from 'node:crypto';
import request from 'supertest';
import { makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';

const path = '/oauth/clients/connections/verify';
const connection = { id: 'c-1', source: 'demo-backend', target: 'demo-rp', scopes: ['profile', 'email'] };
let service: TestService;
beforeEach(() => {
  service = createTestService();
  for (const clientId of ['demo-backend', 'demo-rp', 'other-rp'])
    service.clients.add(makeClient({ clientId }));
  service.connections.add(connection);
});

const verify = (fields: object) => request(service.app).post(path).send(fields);

function makeToken(claims: object = {}, isActive = true): string {
  const app = { sub: 'demo-backend', client_id: 'demo-backend', sid: 'issue-1', token_use: 'app' as const };
  const token = service.signer.signToken({ ...app, scope: 'openid profile email', ...claims });
  if (isActive) service.siblings.active.add(token);
  return token;
}

async function codeOf(fields: object): Promise<[number, string, string | undefined]> {
  const { status, body } = await verify(fields);
  return [status, body.code, body.field];
}

describe('POST /oauth/clients/connections/verify', () => {
  test('200 with the connection, by the target or without it', async () => {
    const token = makeToken();
    const data = {
      verified: true,
      source: 'demo-backend',
      target: 'demo-rp',
      scopes: ['profile', 'email'],
      expires_at: '2026-12-01T10:15:00.000Z',
    };
    for (const fields of [{}, { target: 'demo-rp' }]) {
      const { status, body } = await verify({ token, ...fields });
      expect([status, body.data]).toEqual([200, data]);
    }
    const less = await verify({ token, scope: ' email  email' });
    expect(less.body.data.scopes).toEqual(['email']);
    expect(service.connections.verifiedAt.get('c-1')).toEqual(new Date(service.clock.now()));
  });

  test('200 with no more than the token itself has', async () => {
    const { body } = await verify({ token: makeToken({ scope: 'openid email' }) });
    expect(body.data.scopes).toEqual(['email']);
  });

  test.each(['form', 'query'])('200 with its fields in the %s', async (place) => {
    const fields = { token: makeToken(), target: 'demo-rp', scope: 'email' };
    const call = request(service.app).post(path);
    const { status } = await (place === 'form'
      ? call.type('form').send(fields)
      : call.query(fields).send({}));
    expect(status).toBe(200);
  });

  test('401 token_missing without token; auth.token and headers are no substitute', async () => {
    const token = makeToken();
    for (const fields of [{}, { token: '' }, { auth: { token } }, { auth_token: token }]) {
      const { status, body } = await verify(fields).set({ authorization: `Bearer ${token}`, token });
      expect([status, body.code, body.field]).toEqual([401, 'token_missing', 'token']);
    }
    expect(service.siblings.asked).toEqual([]);
  });

  test('200 whatever auth.token says beside token', async () => {
    expect((await verify({ token: makeToken(), 'auth.token': 'other' })).status).toBe(200);
  });

  test('401 for a token of a person, before sso is asked', async () => {
    service.accounts.add(makeAccount());
    const { token } = await openSession(service, makeAccount());
    expect(await codeOf({ token })).toEqual([401, 'token_invalid', undefined]);
    expect(service.siblings.asked).toEqual([]);
  });

  test.each([
    ['token_invalid', 'for another service', { aud: 'https://drop.example.test' }],
    ['token_invalid', 'of another issuer', { iss: 'https://evil.example.test' }],
    ['token_expired', 'of the past', { exp: 1_000 }],
  ])('401 %s for a token %s, before sso is asked', async (code, _name, claims) => {
    expect(await codeOf({ token: makeToken(claims) })).toEqual([401, code, undefined]);
    expect(await codeOf({ token: 'nope' })).toEqual([401, 'token_invalid', undefined]);
    expect(service.siblings.asked).toEqual([]);
  });

  test('401 when sso does not vouch for it, asked anew each time', async () => {
    const token = makeToken({}, false);
    for (let call = 0; call < 2; call += 1)
      expect(await codeOf({ token })).toEqual([401, 'token_invalid', undefined]);
    expect(service.siblings.asked).toEqual(['sso', 'sso']);
  });

  test('503 while sso is down, never verified, and 200 as soon as it is back', async () => {
    const token = makeToken();
    service.siblings.down.add('sso');
    for (let call = 0; call < 2; call += 1)
      expect(await codeOf({ token })).toEqual([503, 'upstream_unavailable', undefined]);
    service.siblings.down.clear();
    expect((await verify({ token })).status).toBe(200);
  });

  test('a positive answer of sso is good for 5 s, for that very token', async () => {
    const token = makeToken();
    await verify({ token });
    service.siblings.active.clear();
    service.clock.advance(4.999);
    expect((await verify({ token })).status).toBe(200);
    expect(await codeOf({ token: makeToken({ jti: 'other' }, false) })).toEqual([
      401,
      'token_invalid',
      undefined,
    ]);
    service.clock.advance(0.001);
    expect((await verify({ token })).status).toBe(401);
  });

  test('403 from the call after the connection was removed or a client of it ended', async () => {
    const token = makeToken();
    expect((await verify({ token })).status).toBe(200);
    for (const clientId of ['demo-rp', 'demo-backend']) {
      service.clients.add(makeClient({ clientId, archivedAt: new Date(0) }));
      expect(await codeOf({ token })).toEqual([403, 'connection_not_allowed', undefined]);
      service.clients.add(makeClient({ clientId, status: 'inactive' }));
      expect(await codeOf({ token })).toEqual([403, 'connection_not_allowed', undefined]);
      service.clients.add(makeClient({ clientId }));
    }
    expect((await verify({ token })).status).toBe(200);
    service.connections.remove('c-1');
    expect(await codeOf({ token })).toEqual([403, 'connection_not_allowed', undefined]);
  });

  test.each([
    ['another target', { target: 'other-rp' }, {}],
    ['a scope that the connection does not have', { scope: 'email openid' }, {}],
    ['a scope that the token does not have', { scope: 'email profile' }, { scope: 'email' }],
    ['a source that has no connection', {}, { sub: 'other-rp' }],
  ])('403 connection_not_allowed with %s', async (_name, fields, claims) => {
    expect(await codeOf({ token: makeToken(claims), ...fields })).toEqual([
      403,
      'connection_not_allowed',
      undefined,
    ]);
    expect(service.connections.verifiedAt.size).toBe(0);
  });

  test('400 without a target when several connections fit', async () => {
    service.connections.add({ ...connection, id: 'c-2', target: 'other-rp', scopes: ['email'] });
    const token = makeToken();
    expect(await codeOf({ token })).toEqual([400, 'missing_field', 'target']);
    expect((await verify({ token, scope: 'profile' })).body.data.target).toBe('demo-rp');
    expect((await verify({ token, target: 'other-rp' })).body.data.scopes).toEqual(['email']);
  });

  test('a bound token needs what it is bound to', async () => {
    const fpr = createHash('sha256').update('device').digest('base64url');
    const token = makeToken({ fpr });
    expect(await codeOf({ token })).toEqual([401, 'binding_required', undefined]);
    expect(await codeOf({ token, fingerprint: 'device' })).toEqual([401, 'binding_required', undefined]);
    expect(await codeOf({ token, 'auth.fingerprint': 'x' })).toEqual([401, 'token_invalid', undefined]);
    expect((await verify({ token, 'auth.fingerprint': 'device' })).status).toBe(200);
    const keyed = makeToken({ cnf: { jkt: 'another key' } });
    expect(await codeOf({ token: keyed })).toEqual([401, 'binding_required', undefined]);
    const dpop = prove(service, { path, token: keyed });
    expect(await codeOf({ token: keyed, 'auth.dpop': dpop, 'auth.htu': audience + path })).toEqual([
      401,
      'invalid_dpop_proof',
      undefined,
    ]);
  });
});

describe('HEADER_AUTH of the connections family', () => {
  test('accept takes the header as token', async () => {
    const headerAuth = { connections: 'accept' } as const;
    service = createTestService({ headerAuth });
    for (const clientId of ['demo-backend', 'demo-rp']) service.clients.add(makeClient({ clientId }));
    service.connections.add(connection);
    const token = makeToken();
    expect((await verify({}).set('authorization', `Bearer ${token}`)).status).toBe(200);
    expect((await verify({ token }).set('authorization', 'Bearer other')).body.code).toBe(
      'ambiguous_parameter',
    );
  });
});
