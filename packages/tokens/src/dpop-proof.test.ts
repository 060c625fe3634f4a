import { createHash } from 'node:crypto';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWTHeaderParameters,
} from 'jose';
import { verifyDpopProof, type DpopProofInput } from './index.ts';

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

async function check(proof: string, { seconds = nowSeconds, ...changes }: Changes = {}) {
  const { remember } = createMemory();
  return await verifyDpopProof({
    proof,
    htm,
    htu,
    accessToken,
    now: () => seconds * 1000,
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
  expect([...seen]).toEqual([[proof.replayKey, 31]]);
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
    ['an iat 31 s ago', { ...payload, iat: nowSeconds - 31 }],
    ['an iat 6 s ahead', { ...payload, iat: nowSeconds + 6 }],
    ['an exp that has passed', { ...payload, exp: nowSeconds - 1 }],
  ])('%s', async (_name, claims) => {
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
  ])('%s', async (_name, makeProof) => {
    expect(await codeOf(check(await makeProof()))).toBe('invalid_dpop_proof');
  });

  test('RSA keys that are short, huge or have a long exponent', async () => {
    const rsa = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
    const rsaJwk = await exportJWK(rsa.publicKey);
    const rsaHeader = { alg: 'RS256', typ: 'dpop+jwt', jwk: rsaJwk };
    const proof = await prove(payload, rsaHeader, rsa.privateKey);
    expect(await codeOf(check(proof))).toBe('accepted');
    for (const [change, reason] of [
      [{ n: 'A'.repeat(685) }, /no usable public key/],
      [{ e: 'AQABAQAB' }, /no usable public key/],
      [{ n: rsaJwk.n?.slice(0, 171) }, /2048 bits/],
    ] as const) {
      const changed = withPart(proof, 0, { ...rsaHeader, jwk: { ...rsaJwk, ...change } });
      const failure = await check(changed).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'invalid_dpop_proof',
        cause: { message: expect.stringMatching(reason) },
      });
    }
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
  expect(await codeOf(verifyDpopProof({ proof, htm, htu, now: () => nowSeconds * 1000, remember }))).toBe(
    'accepted',
  );
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

describe('replay', () => {
  test('the second use of a proof is refused', async () => {
    const { remember } = createMemory();
    const proof = await prove();
    expect(await codeOf(check(proof, { remember }))).toBe('accepted');
    expect(await codeOf(check(proof, { remember, seconds: nowSeconds + 29 }))).toBe('invalid_dpop_proof');
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
    [30, 1],
    [0, 31],
    [-5, 36],
  ])('a proof %d s old is remembered for %d s, until it is too old', async (age, expected) => {
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
  ['its iat is too old or in the future', { ...payload, iat: nowSeconds - 31 }, {}],
  ['it is for another method', { ...payload, htm: 'GET' }, {}],
  ['it is for another address', { ...payload, htu: 'https://other.example.com/' }, {}],
  ['it is for another token', { ...payload, ath: 'another' }, {}],
  ['the token is bound to another key', payload, { expectedJkt: 'another' }],
  ['it was presented before', payload, { remember: () => Promise.resolve(false) }],
])('the log says why, the answer does not: %s', async (detail, claims, changes) => {
  const refused = check(await prove(claims), changes);
  await expect(refused).rejects.toMatchObject({ message: 'DPoP proof is invalid', detail });
});
