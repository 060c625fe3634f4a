import { createHash } from 'node:crypto';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWTHeaderParameters,
} from 'jose';
import { assertProofTimely, createDpopNonces, verifyDpopProof, type DpopProofInput } from './index.ts';

const nowSeconds = 1_800_000_000;
const htm = 'POST';
const htu = 'https://user-api.example.com/session/me';
const accessToken = 'eyJ.a.b';
const ath = createHash('sha256').update(accessToken).digest('base64url');
const payload = { jti: 'proof-1', htm, htu, iat: nowSeconds, ath };

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const stranger = await generateKeyPair('ES256', { extractable: true });
const jwk = await exportJWK(publicKey);
const privateJwk = await exportJWK(privateKey);
const jkt = await calculateJwkThumbprint(jwk);
const header = { alg: 'ES256', typ: 'dpop+jwt', jwk };
const symmetricJwk = { kty: 'oct', k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXM' };
const leakyJwk = { ...jwk, p: 'AQAB' };

async function prove(
  claims: object = payload,
  head: JWTHeaderParameters = header,
  key: CryptoKey | Uint8Array = privateKey,
) {
  return await new SignJWT({ ...claims }).setProtectedHeader(head).sign(key);
}

function createMemory() {
  const seen = new Map<string, number>();
  const remember = async (replayKey: string, ttlSeconds: number) => {
    await Promise.resolve();
    if (seen.has(replayKey)) return false;
    seen.set(replayKey, ttlSeconds);
    return true;
  };
  return { seen, remember };
}

type Changes = Partial<DpopProofInput> & { seconds?: number };

const noncesAt = (seconds: number, key = 'key of the service') =>
  createDpopNonces({ keys: [key], now: () => seconds * 1000 });

async function check(proof: string, { seconds = nowSeconds, ...changes }: Changes = {}) {
  const { remember } = createMemory();
  return await verifyDpopProof({
    proof,
    htm,
    htu,
    accessToken,
    now: () => seconds * 1000,
    nonces: noncesAt(seconds),
    remember,
    ...changes,
  });
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => 'accepted',
    (error: { code?: unknown }) => error.code ?? error,
  );
}

function withPart(proof: string, index: number, value: unknown): string {
  const parts = proof.split('.');
  parts[index] = Buffer.from(JSON.stringify(value)).toString('base64url');
  return parts.join('.');
}

test('a good proof answers its key, its id and what to remember it by', async () => {
  const { seen, remember } = createMemory();
  const proof = await check(await prove(), { remember, expectedJkt: jkt });
  expect(proof).toEqual({
    jkt,
    jti: 'proof-1',
    iat: nowSeconds,
    replayKey: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect([...seen]).toEqual([[proof.replayKey, 65]]);
});

describe('invalid_dpop_proof', () => {
  test.each<[string, object]>([
    ['another method', { ...payload, htm: 'GET' }],
    ['the method in another case', { ...payload, htm: 'post' }],
    ['no method', { ...payload, htm: undefined }],
    ['another address', { ...payload, htu: 'https://user-api.example.com/session' }],
    ['another host', { ...payload, htu: 'https://evil.example.com/session/me' }],
    ['another scheme', { ...payload, htu: 'http://user-api.example.com/session/me' }],
    ['another port', { ...payload, htu: 'https://user-api.example.com:8443/session/me' }],
    ['a path in another case', { ...payload, htu: 'https://user-api.example.com/Session/me' }],
    ['an address that is none', { ...payload, htu: '/session/me' }],
    ['no address', { ...payload, htu: undefined }],
    ['a list of addresses', { ...payload, htu: [htu] }],
    ['the hash of another token', { ...payload, ath: createHash('sha256').update('x').digest('base64url') }],
    ['a padded hash', { ...payload, ath: `${ath}=` }],
    ['no hash beside a token', { ...payload, ath: undefined }],
    ['no jti', { ...payload, jti: undefined }],
    ['an empty jti', { ...payload, jti: '' }],
    ['a jti that is a number', { ...payload, jti: 1 }],
    ['a huge jti', { ...payload, jti: 'j'.repeat(257) }],
    ['no iat', { ...payload, iat: undefined }],
    ['iat as text', { ...payload, iat: String(nowSeconds) }],
    ['an exp that has passed', { ...payload, exp: nowSeconds - 1 }],
  ])('a proof is refused: %s', async (_name, claims) => {
    expect(await codeOf(check(await prove(claims)))).toBe('invalid_dpop_proof');
  });

  test.each<[string, () => Promise<string>]>([
    ['typ JWT', () => prove(payload, { ...header, typ: 'JWT' })],
    ['no typ', () => prove(payload, { alg: 'ES256', jwk })],
    ['no key', () => prove(payload, { alg: 'ES256', typ: 'dpop+jwt' })],
    ['a private key in the header', () => prove(payload, { ...header, jwk: privateJwk })],
    ['one private member in the header', () => prove(payload, { ...header, jwk: leakyJwk })],
    ['the key of someone else', () => prove(payload, header, stranger.privateKey)],
    [
      'a symmetric key',
      () =>
        prove(
          payload,
          {
            alg: 'HS256',
            typ: 'dpop+jwt',
            jwk: symmetricJwk,
          },
          Buffer.from('secret-secret-secret-secret-s'),
        ),
    ],
    [
      'HS256 with the public key',
      () => prove(payload, { ...header, alg: 'HS256' }, Buffer.from(JSON.stringify(jwk))),
    ],
    ['alg none', async () => withPart(await prove(), 0, { ...header, alg: 'none' })],
    ['a key of another kind', async () => withPart(await prove(), 0, { ...header, alg: 'RS256' })],
    ['an unknown crit', async () => withPart(await prove(), 0, { ...header, crit: ['x'], x: 1 })],
    ['a key that is a list', async () => withPart(await prove(), 0, { ...header, jwk: [jwk] })],
    ['a key that is a text', async () => withPart(await prove(), 0, { ...header, jwk: 'x' })],
    [
      'a point off the curve',
      async () => withPart(await prove(), 0, { ...header, jwk: { ...jwk, x: jwk.y } }),
    ],
    ['a changed payload', async () => withPart(await prove(), 1, { ...payload, jti: 'proof-2' })],
    ['a payload that is a list', async () => withPart(await prove(), 1, [payload])],
    ['a cut signature', async () => (await prove()).slice(0, -4)],
    ['a trailing dot', async () => `${await prove()}.`],
    ['two proofs', async () => `${await prove()}, ${await prove()}`],
    ['nothing', () => Promise.resolve('')],
    ['garbage', () => Promise.resolve('\u0000💥..')],
    ['an oversized proof', () => prove({ ...payload, pad: 'x'.repeat(8 * 1024) })],
  ])('a proof is refused for its form: %s', async (_name, makeProof) => {
    expect(await codeOf(check(await makeProof()))).toBe('invalid_dpop_proof');
  });

  test('RSA keys that are short, huge or have a long exponent', async () => {
    const rsa = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
    const rsaJwk = await exportJWK(rsa.publicKey);
    const rsaHeader = { alg: 'RS256', typ: 'dpop+jwt', jwk: rsaJwk };
    const proof = await prove(payload, rsaHeader, rsa.privateKey);
    expect(await codeOf(check(proof))).toBe('accepted');
    const failWith = (change: object) =>
      check(withPart(proof, 0, { ...rsaHeader, jwk: { ...rsaJwk, ...change } })).catch(
        (error: unknown) => error,
      );
    const refused = (reason: RegExp) => ({
      code: 'invalid_dpop_proof',
      cause: { message: expect.stringMatching(reason) },
    });
    expect({
      short: await failWith({ n: rsaJwk.n?.slice(0, 171) }),
      huge: await failWith({ n: 'A'.repeat(685) }),
      'a long exponent': await failWith({ e: 'AQABAQAB' }),
    }).toMatchObject({
      short: refused(/2048 bits/),
      huge: refused(/no usable public key/),
      'a long exponent': refused(/no usable public key/),
    });
  });
});

test.each(['ES256', 'ES384', 'PS256', 'RS256', 'RS512', 'Ed25519', 'EdDSA'])('%s is taken', async (alg) => {
  const pair = await generateKeyPair(alg, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const proof = await prove(payload, { alg, typ: 'dpop+jwt', jwk: publicJwk }, pair.privateKey);
  expect((await check(proof)).jkt).toBe(await calculateJwkThumbprint(publicJwk));
});

test('a proof without a token needs no hash', async () => {
  const { remember } = createMemory();
  const proof = await prove({ ...payload, ath: undefined });
  const clock = { now: () => nowSeconds * 1000, nonces: noncesAt(nowSeconds) };
  expect(await codeOf(verifyDpopProof({ proof, htm, htu, ...clock, remember }))).toBe('accepted');
});

test.each([
  ['HTTPS://USER-API.example.com:443/session/me', 'accepted'],
  ['https://user-api.example.com/session/me?page=1#x', 'accepted'],
  ['https://user-api.example.com/a/../session/%6de', 'accepted'],
  ['https://user-api.example.com/session/me/', 'invalid_dpop_proof'],
  ['https://user@user-api.example.com/session/me', 'invalid_dpop_proof'],
])('htu %s: %s', async (address, expected) => {
  expect(await codeOf(check(await prove({ ...payload, htu: address })))).toBe(expected);
});

describe('a proof whose clock is off', () => {
  const spoilt = (nonce: string) => `${nonce.startsWith('A') ? 'B' : 'A'}${nonce.slice(1)}`;

  async function failureOf(promise: Promise<unknown>) {
    return (await promise.then(
      () => undefined,
      (error: unknown) => error,
    )) as { code: string; headers: Record<string, string> } | undefined;
  }

  test.each([61, -16, 1_000_000_000, -1_000_000_000])(
    'use_dpop_nonce with a nonce and a challenge at an age of %d s',
    async (age) => {
      const { seen, remember } = createMemory();
      const iat = nowSeconds - age;
      const failure = await failureOf(check(await prove({ ...payload, iat }), { remember }));
      expect([failure?.code, seen.size]).toEqual(['use_dpop_nonce', 0]);
      const { 'dpop-nonce': nonce, 'www-authenticate': challenge } = failure?.headers ?? {};
      expect(challenge).toMatch(/^DPoP realm="latchkey", error="use_dpop_nonce", .*algs="ES256 /);
      expect(await codeOf(check(await prove({ ...payload, iat, nonce })))).toBe('accepted');
    },
  );

  test.each([
    [0, 'accepted', 305],
    [300, 'accepted', 5],
    [301, 'use_dpop_nonce', undefined],
    [-5, 'accepted', 310],
    [-6, 'use_dpop_nonce', undefined],
  ])('a nonce that is %d s old is %s', async (age, expected, rememberedSeconds) => {
    const { seen, remember } = createMemory();
    const nonce = noncesAt(nowSeconds - age).create();
    const proof = await prove({ ...payload, iat: 0, nonce });
    expect(await codeOf(check(proof, { remember }))).toBe(expected);
    expect([...seen.values()]).toEqual(rememberedSeconds === undefined ? [] : [rememberedSeconds]);
  });

  const fresh = noncesAt(nowSeconds).create();
  test.each<[string, unknown]>([
    ['of another service', noncesAt(nowSeconds, 'another key').create()],
    ['with another time', spoilt(fresh)],
    ['that is cut', fresh.slice(0, -1)],
    ['that is empty', ''],
    ['that is a number', 1],
    ['that is a list', [fresh]],
    ['that is null', null],
  ])('use_dpop_nonce for a nonce %s, also beside a good iat', async (_what, nonce) => {
    expect(await codeOf(check(await prove({ ...payload, nonce })))).toBe('use_dpop_nonce');
  });

  test('invalid_dpop_proof comes first for any other fault', async () => {
    const late = { ...payload, iat: nowSeconds - 600 };
    const failure = await failureOf(check(await prove({ ...late, htm: 'GET' })));
    expect(failure?.code).toBe('invalid_dpop_proof');
    expect(failure?.headers['www-authenticate']).toMatch(/^DPoP .*error="invalid_dpop_proof"/);
    expect(failure?.headers).not.toHaveProperty('dpop-nonce');
  });

  test('a proof with a nonce is accepted once', async () => {
    const { remember } = createMemory();
    const proof = await prove({ ...payload, iat: 0, nonce: fresh });
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(check(proof, { remember }))));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(await codeOf(check(proof, { remember, seconds: nowSeconds + 299 }))).toBe('invalid_dpop_proof');
  });

  test('a proof that is late is refused before its signature is read', async () => {
    const clock = { now: () => nowSeconds * 1000, nonces: noncesAt(nowSeconds) };
    const late = await prove({ ...payload, iat: nowSeconds - 61 });
    expect(() => assertProofTimely(late, clock)).toThrow(expect.objectContaining({ code: 'use_dpop_nonce' }));
  });

  test.each<[string, () => Promise<string>]>([
    ['a proof of now', () => prove()],
    ['what is no proof', async () => 'no proof'],
    ['nothing', async () => ''],
    ['a proof without a time', () => prove({ ...payload, iat: undefined })],
  ])('%s is timely before its signature is read', async (_name, makeProof) => {
    const clock = { now: () => nowSeconds * 1000, nonces: noncesAt(nowSeconds) };
    const proof = await makeProof();
    expect(() => assertProofTimely(proof, clock)).not.toThrow();
  });
});

test('replicas that share keys know the nonces of each other, also while a key is rotated', () => {
  const now = () => nowSeconds * 1000;
  const older = createDpopNonces({ keys: ['one'], now });
  const newer = createDpopNonces({ keys: ['two', 'one'], now });
  expect(newer.secondsLeft(older.create())).toBe(300);
  expect(older.secondsLeft(newer.create())).toBeUndefined();
  expect(() => createDpopNonces({ keys: [], now })).toThrow('need a key');
});

describe('replay', () => {
  test('the second use of a proof is refused', async () => {
    const { remember } = createMemory();
    const proof = await prove();
    expect(await codeOf(check(proof, { remember }))).toBe('accepted');
    expect(await codeOf(check(proof, { remember, seconds: nowSeconds + 59 }))).toBe('invalid_dpop_proof');
  });

  test('of many callers at once exactly one wins', async () => {
    const { remember } = createMemory();
    const proof = await prove();
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(check(proof, { remember }))));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(codes.filter((code) => code === 'invalid_dpop_proof')).toHaveLength(49);
  });

  test('the same jti in another spelling of the address is the same proof; another key, address or jti is not', async () => {
    const { remember } = createMemory();
    const strangerHeader = { ...header, jwk: await exportJWK(stranger.publicKey) };
    const other = 'https://user-api.example.com/other';
    await check(await prove(), { remember });
    const shouting = await prove({ ...payload, htu: htu.replace('user-api', 'USER-API') });
    expect(await codeOf(check(shouting, { remember }))).toBe('invalid_dpop_proof');
    expect(await codeOf(check(await prove(payload, strangerHeader, stranger.privateKey), { remember }))).toBe(
      'accepted',
    );
    expect(await codeOf(check(await prove({ ...payload, jti: 'proof-2' }), { remember }))).toBe('accepted');
    expect(await codeOf(check(await prove({ ...payload, htu: other }), { remember, htu: other }))).toBe(
      'accepted',
    );
  });

  test('a proof refused for another reason is not remembered', async () => {
    const { seen, remember } = createMemory();
    await codeOf(check(await prove({ ...payload, htm: 'GET' }), { remember }));
    await codeOf(check(await prove(), { remember, expectedJkt: 'another' }));
    expect(seen.size).toBe(0);
    expect(await codeOf(check(await prove(), { remember }))).toBe('accepted');
  });

  test.each([
    [60, 5],
    [0, 65],
    [-15, 80],
  ])('a proof %d s old is remembered for %d s, 5 s longer than it can be accepted', async (age, expected) => {
    const { seen, remember } = createMemory();
    await check(await prove({ ...payload, iat: nowSeconds - age }), { remember });
    expect([...seen.values()]).toEqual([expected]);
  });

  test('a memory that is down is passed on', async () => {
    const down = new Error('memory is down');
    expect(await codeOf(check(await prove(), { remember: () => Promise.reject(down) }))).toBe(down);
  });
});

describe('binding', () => {
  test('a proof of another key than expected is invalid', async () => {
    expect(await codeOf(check(await prove(), { expectedJkt: 'another' }))).toBe('invalid_dpop_proof');
  });
});

test.each<[string, object, Changes]>([
  ['its jti is missing or too long', { ...payload, jti: '' }, {}],
  ['its iat is missing', { ...payload, iat: undefined }, {}],
  ['it is for another method', { ...payload, htm: 'GET' }, {}],
  ['it is for another address', { ...payload, htu: 'https://other.example.com/' }, {}],
  ['it is for another token', { ...payload, ath: 'another' }, {}],
  ['the token is bound to another key', payload, { expectedJkt: 'another' }],
  ['it was presented before', payload, { remember: () => Promise.resolve(false) }],
])('the log says why, the answer does not: %s', async (detail, claims, changes) => {
  const refused = check(await prove(claims), changes);
  await expect(refused).rejects.toMatchObject({ message: 'DPoP proof is invalid', detail });
});
