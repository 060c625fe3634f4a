import { createFakeSibling, passInRedis } from '@latchkey/testing';
import { createRelayVerifier, createStaticKeySource } from '@latchkey/tokens';
import { errors, nameCause } from '../../src/errors.ts';
import { createDropClient, type StoreDeadDrop } from '../../src/sibling/drop.ts';
import { startMs } from '../device-request.ts';
import { createSso, masterKey, oauthError, secretOf, ssoUrl } from '../sso-harness.ts';
import { redis } from '../test-servers.ts';
import { decodeJwt, decodeProtectedHeader } from './decode-jwt.ts';

const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const ofPublic = oauthError(nameCause(errors.unauthorizedClient, 'a public client may not use relay'));
const service = { authorization: `Bearer ${masterKey}` };

function createRelays(changes: Parameters<typeof createSso>[0] = {}) {
  const sso = createSso(changes);
  const mint = (form: Record<string, string | string[]> = {}, headers: Record<string, string> = {}) =>
    sso.post('/relay', { ...rp, purpose: 'user_login', ...form }, headers);
  const consume = (relay: string, headers: Record<string, string> = service) =>
    sso.agent.post('/internal/v1/relays/consume').set(headers).send({ relay });
  return { ...sso, mint, consume };
}

describe('POST /relay', () => {
  test.each([
    ['no purpose', { purpose: '' }, 'invalid_request', 'purpose is required'],
    ['an unknown purpose', { purpose: 'anything' }, 'invalid_request', expect.stringContaining('purpose')],
    ['a passkey as method', { method: 'passkey' }, 'invalid_request', expect.stringContaining('method')],
    [
      'a delivery that is not there',
      { delivery: 'pigeon' },
      'invalid_request',
      expect.stringContaining('delivery'),
    ],
    ['a scope it may not have', { scope: 'root' }, 'invalid_scope', expect.any(String)],
    [
      'an audience it may not have',
      { aud: ['https://evil.example.test'] },
      'invalid_target',
      expect.any(String),
    ],
  ])('400 for %s', async (_what, form, error, description) => {
    const response = await createRelays().mint(form);
    expect([response.status, response.body]).toEqual([400, { error, error_description: description }]);
  });

  test('400 unauthorized_client for a client without the grant', async () => {
    const response = await createRelays().mint({ client_id: 'demo-cli', client_secret: '' });
    expect([response.status, response.body]).toEqual([400, ofPublic]);
  });

  test('400 unauthorized_client for a public client, also with the grant on its list', async () => {
    const { mint, clients } = createRelays();
    clients.set('demo-cli', { ...clients.get('demo-cli')!, grantTypes: ['relay'] });
    const response = await mint({ client_id: 'demo-cli', client_secret: '' });
    expect([response.status, response.body]).toEqual([400, ofPublic]);
  });

  test.each([
    'ada@other.test',
    'ada@sub.example.test',
    'ada@notexample.test',
    'ada@example.test@other.test',
    'ada@bücher.example',
    'ada@other.test/.example.test',
    'ada',
    'ada@',
  ])(
    '400 unauthorized_client that names the flag for %j, whose domain it may not vouch for',
    async (email) => {
      const { status, body } = await createRelays().mint({ purpose: 'signup', email_verified: email });
      expect([status, body.error]).toEqual([400, 'unauthorized_client']);
      expect(body.error_description).toContain('vouches');
    },
  );

  test.each([
    [['example.test'], 'ada@EXAMPLE.test'],
    [['xn--bcher-kva.example'], 'ada@bücher.example'],
    [['xn--bcher-kva.example'], 'ada@XN--bcher-kva.example'],
    [['*'], 'ada@other.test'],
  ])('200 where %j are vouched for: %s', async (vouches, email) => {
    const { mint, clients } = createRelays();
    clients.set('demo-rp', { ...clients.get('demo-rp')!, vouches });
    expect((await mint({ purpose: 'signup', email_verified: email })).status).toBe(200);
  });

  test('200 with the default rights in a payload for a login, and without them in one for an app token', async () => {
    const { mint, consume, clients } = createRelays();
    const scopes = ['email', 'account', 'clients', 'admin'];
    clients.set('demo-rp', { ...clients.get('demo-rp')!, scopes, defaultScopes: scopes });
    const scopeOf = async (form: Record<string, string>) =>
      decodeJwt((await consume((await mint(form)).body.relay)).body.data.jws)['scope'];
    expect(await scopeOf({ scope: '  ' })).toBe('email account clients admin');
    expect(await scopeOf({ purpose: 'client_credentials' })).toBe('email');
    const refused = await mint({ purpose: 'client_credentials', scope: 'account' });
    expect([refused.status, refused.body]).toEqual([
      400,
      oauthError(nameCause(errors.invalidScope, 'the scope account is not registered for this client')),
    ]);
  });

  test('429 with Retry-After above ten times the budget of a network, from wherever the client asks', async () => {
    const { mint } = createRelays({ settings: { clientRequests: { limit: 1, windowMs: 6_001 } } });
    for (let at = 0; at < 10; at += 1)
      expect((await mint({}, { 'x-forwarded-for': `192.0.${at}.1` })).status).toBe(200);
    const response = await mint();
    expect([response.status, response.body.error, response.headers['retry-after']]).toEqual([
      429,
      'slow_down',
      '7',
    ]);
  });

  test('429 for one visitor, and 200 for another, whose address is in the payload', async () => {
    const { mint, consume, clients } = createRelays({
      settings: { clientRequests: { limit: 1, windowMs: 6_001 } },
    });
    clients.set('demo-rp', { ...clients.get('demo-rp')!, namesVisitors: true });
    expect((await mint({ visitor_ip: '203.0.113.5' })).status).toBe(200);
    expect((await mint({ visitor_ip: '203.0.113.200' })).status).toBe(429);
    const { status, body } = await mint({ visitor_ip: '2001:DB8::0:1' });
    expect([status, decodeJwt((await consume(body.relay)).body.data.jws)['visitor_ip']]).toEqual([
      200,
      '2001:db8::1',
    ]);
    expect((await mint()).status).toBe(200);
  });

  test('200 with a handle to a payload that verifies for user-api and says what was asked', async () => {
    const { mint, consume, context } = createRelays();
    const form = {
      org: 'acme',
      method: 'password',
      scope: 'openid',
      aud: ['https://api.example.test'],
      htu: 'https://x.test/y',
    };
    const { status, body } = await mint(form);
    expect([status, body]).toEqual([
      200,
      { relay: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), expires_in: 120 },
    ]);
    const { jws } = (await consume(body.relay)).body.data;
    const iat = startMs / 1000;
    expect(decodeProtectedHeader(jws)).toMatchObject({ alg: 'RS512', typ: 'relay+jwt' });
    expect(decodeJwt(jws)).toEqual({
      iss: ssoUrl,
      aud: 'user-api',
      jti: expect.any(String),
      iat,
      exp: iat + 120,
      purpose: 'user_login',
      client_id: 'demo-rp',
      org: 'acme',
      method: 'password',
      scope: 'openid',
      aud_list: ['https://api.example.test'],
      htu: 'https://x.test/y',
    });
    const keys = createStaticKeySource(context.signingKeys.publicJwks());
    const verify = createRelayVerifier({ issuer: ssoUrl, audience: 'user-api', keys, now: context.now });
    expect(await verify(jws)).toMatchObject({ purpose: 'user_login', client_id: 'demo-rp' });
  });

  test('200 with the vouched address and the invitation for a signup, and for nothing else', async () => {
    const { mint, consume } = createRelays();
    const ctx = { email_verified: 'ada@example.test', invite: 'acme' };
    const payloadOf = async (form: Record<string, string>) => {
      const { body } = await mint(form);
      return decodeJwt((await consume(body.relay)).body.data.jws);
    };
    expect((await payloadOf({ purpose: 'signup', ...ctx }))['ctx']).toEqual(ctx);
    expect(await payloadOf({ purpose: 'user_login', ...ctx })).not.toHaveProperty('ctx');
  });
});

describe('POST /relay with delivery=dead_drop', () => {
  const deadDrop = { delivery: 'dead_drop' };

  test('503 while drop does not take it', async () => {
    const { client } = createFakeSibling('drop', () => ({ ok: false, code: 'forbidden' }));
    const { mint } = createRelays({ context: { storeDeadDrop: createDropClient(client) } });
    const response = await mint(deadDrop);
    expect([response.status, response.body]).toEqual([
      503,
      { error: 'temporarily_unavailable', error_description: 'drop is not available' },
    ]);
  });

  test('200 with the place of the payload, stored under a token of sso itself', async () => {
    const stored = { id: 'drop-1', key: 'key-1', status: 'active' };
    const { client, calls } = createFakeSibling('drop', () => ({ ok: true, data: stored }));
    const { mint } = createRelays({ context: { storeDeadDrop: createDropClient(client) } });
    const { status, body } = await mint({ ...deadDrop, org: 'acme' });
    expect([status, body]).toEqual([200, { dead_drop: { id: 'drop-1', key: 'key-1' }, expires_in: 120 }]);
    const { payload, 'auth.token': accessToken, ...sent } = calls[0]!.body;
    expect(sent).toEqual({ payload_format: 'text', anonymous: true, kind: 'dead_drop', ttl: 120 });
    expect(decodeJwt(String(payload))).toMatchObject({ aud: 'user-api', purpose: 'user_login', org: 'acme' });
    const iat = startMs / 1000;
    expect(decodeJwt(String(accessToken))).toEqual({
      iss: ssoUrl,
      aud: ['https://drop.example.test'],
      sub: 'latchkey-sso',
      client_id: 'latchkey-sso',
      sid: 'latchkey-sso',
      token_use: 'app',
      pk: 'user',
      scope: '',
      iat,
      nbf: iat,
      exp: iat + 900,
      jti: expect.any(String),
    });
  });

  test('200 active for that token at tokens/verify, so that a strict drop takes it', async () => {
    let token = '';
    const storeDeadDrop: StoreDeadDrop = (_payload, _ttl, accessToken) => {
      token = accessToken;
      return Promise.resolve({ id: 'drop-1', key: 'key-1' });
    };
    const { mint, agent } = createRelays({ context: { storeDeadDrop } });
    await mint(deadDrop);
    const { body } = await agent.post('/internal/v1/tokens/verify').set(service).send({ token });
    expect(body.data).toMatchObject({ active: true, sub: 'latchkey-sso' });
  });
});

describe('POST /internal/v1/relays/consume', () => {
  test('404 for an unknown relay', async () => {
    const response = await createRelays().consume('x');
    expect([response.status, response.body]).toMatchObject([404, errors.relayUnknown]);
  });

  test('404 for a relay that has expired', async () => {
    const { mint, consume } = createRelays();
    const { relay } = (await mint()).body;
    for (const key of await redis.keys('sso:relay:*')) await passInRedis(redis, key, 120);
    const response = await consume(relay);
    expect([response.status, response.body]).toMatchObject([404, errors.relayUnknown]);
  });

  test('200 for one of 50 that spend a relay at once', async () => {
    const { mint, consume } = createRelays();
    const { relay } = (await mint()).body;
    const responses = await Promise.all(Array.from({ length: 50 }, () => consume(relay)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(49);
  });
});
