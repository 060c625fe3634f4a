/** What a bound token needs at the routes that take one. Source: contract part 2 "Guarded routes", RFC 9449 4.3, 7.1. */
import { createHash } from 'node:crypto';
import { request } from '@latchkey/testing';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { guardedRoutes, openToken } from '../setup/callers.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeProofKey, proofJkt, prove } from '../setup/prove.ts';
import { audience, startMs } from '../setup/signer.ts';

const iat = startMs / 1000;
const toKey = { cnf: { jkt: proofJkt } };
const toDevice = { fpr: createHash('sha256').update('device').digest('base64url') };

/** Every family that a guarded route is in. */
const everywhere = {
  session: 'accept',
  connections: 'accept',
  oauth_clients: 'accept',
  oauth_device: 'accept',
  oauth_credentials: 'accept',
  account: 'accept',
  admin: 'accept',
} as const;

describe.each(guardedRoutes)('POST %s', (path, fields) => {
  let service: TestService;
  beforeEach(() => {
    service = createTestService();
  });
  const open = (claims: Partial<AccessTokenClaims>) => openToken(service, path, claims);
  const call = (token: string, binding: object) =>
    request(service.app)
      .post(path)
      .send({ token, ...fields, ...binding });
  const proof = (token: string, claims: object = {}) => prove(service, { path, token, claims });
  const answerOf = async (token: string, binding: object) => {
    const { status, body } = await call(token, binding);
    return [status, body.code];
  };
  /** /session/me answers every failure with one code. */
  const refusal = (code: string) => [401, path === '/session/me' ? 'token_invalid' : code];
  const another = `${audience}/another/path`;

  const proofs: [string, (token: string) => object][] = [
    ['without the hash of its token', () => ({ 'auth.dpop': prove(service, { path }) })],
    [
      'with the hash of another token',
      () => ({
        'auth.dpop': prove(service, { path, token: service.signer.signToken({ sub: 's', sid: 's' }) }),
      }),
    ],
    ['for another address', (token) => ({ 'auth.dpop': proof(token, { htu: another }) })],
    [
      'for another address that auth.htu is too',
      (token) => ({ 'auth.dpop': proof(token, { htu: another }), 'auth.htu': another }),
    ],
    ['beside another auth.htu', (token) => ({ 'auth.dpop': proof(token), 'auth.htu': another })],
    ['for another method', (token) => ({ 'auth.dpop': proof(token, { htm: 'GET' }) })],
    [
      'signed by another key',
      (token) => ({ 'auth.dpop': prove(service, { path, token, signWith: makeProofKey() }) }),
    ],
    ['that is not a JWS', () => ({ 'auth.dpop': 'no proof' })],
  ];

  test.each(proofs)('401 for a proof %s, whether the token is bound or not', async (name, bind) => {
    const token = await open(name.startsWith('for another') ? {} : toKey);
    expect(await answerOf(token, bind(token))).toEqual(refusal('invalid_dpop_proof'));
  });

  test.each([
    ['61 s old', iat - 61],
    ['16 s ahead', iat + 16],
  ])('401 use_dpop_nonce for a proof %s, then 200 with the nonce', async (_name, late) => {
    const token = await open(toKey);
    const { status, body, headers } = await call(token, { 'auth.dpop': proof(token, { iat: late }) });
    expect([status, body.code]).toEqual([401, 'use_dpop_nonce']);
    expect(headers['www-authenticate']).toMatch(/^DPoP realm="latchkey", error="use_dpop_nonce", /);
    const again = { 'auth.dpop': proof(token, { iat: late, nonce: headers['dpop-nonce'] }) };
    expect((await call(token, again)).status).toBe(200);
  });

  test.each<[string, object, string]>([
    ['missing', {}, 'invalid_token'],
    ['bad', { 'auth.dpop': 'no proof' }, 'invalid_dpop_proof'],
    ['for another address', { 'auth.dpop': 'no proof', 'auth.htu': another }, 'invalid_dpop_proof'],
  ])('401 challenges as DPoP where the proof is %s', async (_name, binding, error) => {
    const { headers } = await call(await open(toKey), binding);
    expect(headers['www-authenticate']).toMatch(
      new RegExp(`^DPoP realm="latchkey", error="${error}", .*algs="ES256 `),
    );
  });

  test('401 for a good proof of a key that the token is not bound to', async () => {
    const token = await open({ cnf: { jkt: 'another key' } });
    expect(await answerOf(token, { 'auth.dpop': proof(token) })).toEqual(refusal('invalid_dpop_proof'));
  });

  test('401 for a proof that is sent a second time', async () => {
    const token = await open(toKey);
    const dpop = proof(token, { jti: 'once' });
    expect((await call(token, { 'auth.dpop': dpop })).status).toBe(200);
    // The first call to logout ends the session, and the second one is refused for that before its proof is read.
    const code = path === '/session/logout' ? 'session_revoked' : 'invalid_dpop_proof';
    expect(await answerOf(token, { 'auth.dpop': dpop })).toEqual(refusal(code));
  });

  test('401 for a proof whose jti was sent with another token of the key', async () => {
    const first = await open(toKey);
    const dpop = proof(first, { jti: 'once' });
    expect((await call(first, { 'auth.dpop': dpop })).status).toBe(200);
    const second = await open(toKey);
    const again = proof(second, { jti: 'once' });
    expect(await answerOf(second, { 'auth.dpop': again })).toEqual(refusal('invalid_dpop_proof'));
  });

  test.each<[string, Partial<AccessTokenClaims>, (token: string) => object]>([
    ['a key and no proof', toKey, () => ({})],
    ['a key and an empty proof', toKey, () => ({ 'auth.dpop': '' })],
    ['a key and its proof in dpop', toKey, (token) => ({ dpop: proof(token), htu: audience + path })],
    ['a device and no fingerprint', toDevice, () => ({})],
    ['a device and an empty fingerprint', toDevice, () => ({ 'auth.fingerprint': '' })],
    ['a device and its fingerprint in fingerprint', toDevice, () => ({ fingerprint: 'device' })],
    ['both and the proof alone', { ...toKey, ...toDevice }, (token) => ({ 'auth.dpop': proof(token) })],
    ['both and the fingerprint alone', { ...toKey, ...toDevice }, () => ({ 'auth.fingerprint': 'device' })],
  ])('401 binding_required for a token bound to %s', async (_name, claims, bind) => {
    const token = await open(claims);
    expect(await answerOf(token, bind(token))).toEqual(refusal('binding_required'));
  });

  test('401 token_invalid for a token bound to a device and the fingerprint of another', async () => {
    const token = await open(toDevice);
    expect(await answerOf(token, { 'auth.fingerprint': 'other' })).toEqual([401, 'token_invalid']);
  });

  test.each<[string, Partial<AccessTokenClaims>, (token: string) => object]>([
    ['a key and its proof', toKey, (token) => ({ 'auth.dpop': proof(token) })],
    [
      'a key, its proof and the address',
      toKey,
      (token) => ({ 'auth.dpop': proof(token), 'auth.htu': audience + path }),
    ],
    ['a key and a proof 60 s old', toKey, (token) => ({ 'auth.dpop': proof(token, { iat: iat - 60 }) })],
    ['a key and a proof 15 s ahead', toKey, (token) => ({ 'auth.dpop': proof(token, { iat: iat + 15 }) })],
    [
      'a key and its proof, beside dpop and htu that are not read',
      toKey,
      (token) => ({ 'auth.dpop': proof(token), dpop: 'no proof', htu: another }),
    ],
    [
      'a device and its fingerprint',
      toDevice,
      () => ({ 'auth.fingerprint': 'device', fingerprint: 'other' }),
    ],
    [
      'both and both',
      { ...toKey, ...toDevice },
      (token) => ({ 'auth.dpop': proof(token), 'auth.fingerprint': 'device' }),
    ],
    ['nothing, beside dpop that is not read', {}, () => ({ dpop: 'no proof', htu: another })],
    ['nothing, with a proof that is not needed', {}, (token) => ({ 'auth.dpop': proof(token) })],
  ])('200 for a token bound to %s', async (_name, claims, bind) => {
    const token = await open(claims);
    expect((await call(token, bind(token))).status).toBe(200);
  });

  test('401 for a bound token with the scheme Bearer and its proof, which is not spent; 200 with the scheme DPoP', async () => {
    service = createTestService({ headerAuth: everywhere });
    const token = await open(toKey);
    const dpop = proof(token);
    const send = (authorization: string) =>
      request(service.app).post(path).set({ authorization, dpop }).send(fields);
    const { status, body, headers } = await send(`Bearer ${token}`);
    expect([status, body.code]).toEqual(refusal('binding_required'));
    expect(headers['www-authenticate']).toMatch(
      /^DPoP realm="latchkey", error="invalid_token", .*algs="ES256 /,
    );
    expect((await send(`DPoP ${token}`)).status).toBe(200);
  });

  test('200 for a token that is bound to nothing with the scheme Bearer', async () => {
    service = createTestService({ headerAuth: everywhere });
    const authorization = `Bearer ${await open({})}`;
    expect((await request(service.app).post(path).set({ authorization }).send(fields)).status).toBe(200);
  });

  test('200 for a bound token in a field, beside a header that is not read', async () => {
    const token = await open(toKey);
    const fieldsOfCall = { token, ...fields, 'auth.dpop': proof(token) };
    const authorization = `Bearer ${token}`;
    expect((await request(service.app).post(path).set({ authorization }).send(fieldsOfCall)).status).toBe(
      200,
    );
  });
});
