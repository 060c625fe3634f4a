import { request } from '@latchkey/testing';
import { makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { database } from '../setup/test-database.ts';

const path = '/oauth/clients/connections/verify';
const connection = {
  id: 'c0000000-0000-4000-8000-000000000001',
  source: 'demo-backend',
  target: 'demo-rp',
  scopes: ['profile', 'email'],
};
let service: TestService;
beforeEach(async () => await startService());

async function startService(options?: Parameters<typeof createTestService>[0]): Promise<void> {
  service = createTestService(options);
  for (const clientId of ['demo-backend', 'demo-rp', 'other-rp'])
    await service.clients.add(makeClient({ clientId }));
  await service.connections.add(connection);
}

const verifiedAt = async () =>
  (await database.prisma.connection.findUnique({ where: { id: connection.id } }))?.lastVerifiedAt;
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
  test.each<[string, object]>([
    ['without a target', {}],
    ['with its target', { target: 'demo-rp' }],
  ])('200 with the connection %s', async (_name, fields) => {
    const data = {
      verified: true,
      source: 'demo-backend',
      target: 'demo-rp',
      scopes: ['profile', 'email'],
      expires_at: '2026-12-01T10:15:00.000Z',
    };
    const { status, body } = await verify({ token: makeToken(), ...fields });
    expect([status, body.data]).toEqual([200, data]);
    expect(await verifiedAt()).toEqual(new Date(service.clock.now()));
  });

  test.each([
    ['target', ''],
    ['target', '  '],
    ['target', null],
    ['scope', ''],
    ['scope', ' '],
    ['scope', null],
  ])('400 invalid_value for %s as %j, since a verdict is no guess', async (field, value) => {
    expect(await codeOf({ token: makeToken(), [field]: value })).toEqual([400, 'invalid_value', field]);
  });

  test('200 with only the scopes that are asked for', async () => {
    const { body } = await verify({ token: makeToken(), scope: ' email  email' });
    expect(body.data.scopes).toEqual(['email']);
    expect(await verifiedAt()).toEqual(new Date(service.clock.now()));
  });

  test('200 with only the scopes that the token has', async () => {
    const { body } = await verify({ token: makeToken({ scope: 'openid email' }) });
    expect(body.data.scopes).toEqual(['email']);
  });

  test.each<[string, (token: string) => object]>([
    ['headers alone', () => ({})],
    ['an empty token', () => ({ token: '' })],
  ])('401 token_missing with %s', async (_name, makeFields) => {
    const token = makeToken();
    const { status, body } = await verify(makeFields(token)).set({ authorization: `Bearer ${token}`, token });
    expect([status, body.code, body.field]).toEqual([401, 'token_missing', 'token']);
    expect(service.siblings.asked).toEqual([]);
  });

  test('200 whatever auth.token says beside token', async () => {
    expect((await verify({ token: makeToken(), 'auth.token': 'other' })).status).toBe(200);
  });

  test('401 for a token of a person, before sso is asked', async () => {
    await service.accounts.add(makeAccount());
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

  test('401 for a token that sso does not vouch for; sso is asked each time', async () => {
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

  test('200 for 5 s after sso has vouched for this token, then 401', async () => {
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

  test.each([
    ['another target', { target: 'other-rp' }, {}],
    ['a scope that the connection does not have', { scope: 'email openid' }, {}],
    ['a scope that the token does not have', { scope: 'email profile' }, { scope: 'email' }],
    ['a source that has no connection', {}, { sub: 'other-rp' }],
    ['a source that is the target of one', {}, { sub: 'demo-rp', client_id: 'demo-rp' }],
  ])('403 connection_not_allowed with %s', async (_name, fields, claims) => {
    expect(await codeOf({ token: makeToken(claims), ...fields })).toEqual([
      403,
      'connection_not_allowed',
      undefined,
    ]);
    expect(await verifiedAt()).toBeNull();
  });

  test('400 without a target when several connections fit', async () => {
    await service.connections.add({
      ...connection,
      id: crypto.randomUUID(),
      target: 'other-rp',
      scopes: ['email'],
    });
    const token = makeToken();
    expect(await codeOf({ token })).toEqual([400, 'missing_field', 'target']);
    expect((await verify({ token, scope: 'profile' })).body.data.target).toBe('demo-rp');
    expect((await verify({ token, target: 'other-rp' })).body.data.scopes).toEqual(['email']);
  });
});
