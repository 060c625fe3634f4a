import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  createRelayVerifier,
  createStaticKeySource,
  createTokenVerifier,
  signJwt,
  type AccessTokenClaims,
  type RelayClaims,
} from './index.ts';

const nowSeconds = 1_800_000_000;
const now = () => nowSeconds * 1000;
const issuer = 'https://id.example.com';
const audience = 'https://drop.example.com';
const kid = 'key-1';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = createStaticKeySource({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] });
const verify = createTokenVerifier({ issuer, audience, keys, now });
const verifyRelay = createRelayVerifier({ issuer, audience: 'user-api', keys, now });

const claims: AccessTokenClaims = {
  iss: issuer,
  aud: [audience, 'https://user-api.example.com'],
  sub: '6f1c',
  exp: nowSeconds + 900,
  iat: nowSeconds,
  nbf: nowSeconds,
  jti: 'j1',
  client_id: 'demo-rp',
  scope: 'openid email',
  sid: 's1',
  token_use: 'user',
  pk: 'user',
  amr: ['pwd'],
  auth_time: nowSeconds,
};
const header = { alg: 'RS512', typ: 'at+jwt', kid };

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** A correctly signed token with any header and payload: only its content is wrong. */
function forge(head: unknown, payload: unknown, key: KeyObject = privateKey, digest = 'RSA-SHA512'): string {
  const input = `${encode(head)}.${encode(payload)}`;
  return `${input}.${createSign(digest).update(input).sign(key, 'base64url')}`;
}

function forgeHmac(alg: 'HS256' | 'HS512', secret: string): string {
  const input = `${encode({ ...header, alg })}.${encode(claims)}`;
  return `${input}.${createHmac(alg === 'HS512' ? 'sha512' : 'sha256', secret)
    .update(input)
    .digest('base64url')}`;
}

function without(name: keyof AccessTokenClaims): unknown {
  return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
}

const good = forge(header, claims);
const [goodHeader = '', goodPayload = '', goodSignature = ''] = good.split('.');
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const jwk = stranger.publicKey.export({ format: 'jwk' });

async function codeOf(
  token: string,
  verifier: (token: string) => Promise<unknown> = verify,
): Promise<unknown> {
  return await verifier(token).then(
    () => 'accepted',
    (error: { code?: unknown }) => error.code,
  );
}

test('a good token answers its claims', async () => {
  expect(await verify(good)).toEqual(claims);
  expect(await verify(await signJwt({ typ: 'at+jwt', claims, key: { kid, privateKey } }))).toEqual(claims);
});

describe('token_invalid', () => {
  test.each([
    ['alg none without a signature', `${encode({ ...header, alg: 'none' })}.${goodPayload}.`],
    ['alg none with a signature', `${encode({ ...header, alg: 'none' })}.${goodPayload}.${goodSignature}`],
    ['alg None', `${encode({ ...header, alg: 'None' })}.${goodPayload}.`],
    ['HS512 with the public key as the secret', forgeHmac('HS512', pem)],
    ['HS256 with the public key as the secret', forgeHmac('HS256', pem)],
    ['RS256', forge({ ...header, alg: 'RS256' }, claims, privateKey, 'RSA-SHA256')],
    ['RS512 that is signed with SHA-256', forge(header, claims, privateKey, 'RSA-SHA256')],
    ['PS512', forge({ ...header, alg: 'PS512' }, claims)],
    ['no alg', forge({ typ: 'at+jwt', kid }, claims)],
    ['alg as a list', forge({ ...header, alg: ['RS512'] }, claims)],
    ['a key of a stranger under a known kid', forge(header, claims, stranger.privateKey)],
    ['an unknown kid', forge({ ...header, kid: 'key-2' }, claims)],
    ['no kid', forge({ alg: 'RS512', typ: 'at+jwt' }, claims)],
    ['a kid that is no text', forge({ ...header, kid: 1 }, claims)],
    ['a kid named __proto__', forge({ ...header, kid: '__proto__' }, claims)],
    ['a huge kid', forge({ ...header, kid: 'k'.repeat(257) }, claims)],
    ['an embedded jwk', forge({ ...header, jwk }, claims, stranger.privateKey)],
    ['an embedded jwk beside a good signature', forge({ ...header, jwk }, claims)],
    ['jku', forge({ ...header, jku: 'https://evil.example.com/jwks' }, claims)],
    ['x5u', forge({ ...header, x5u: 'https://evil.example.com/cert' }, claims)],
    ['x5c', forge({ ...header, x5c: ['MII'] }, claims)],
    ['crit', forge({ ...header, crit: ['exp'], exp: 1 }, claims)],
    ['b64', forge({ ...header, b64: false }, claims)],
    ['typ JWT', forge({ ...header, typ: 'JWT' }, claims)],
    ['typ relay+jwt', forge({ ...header, typ: 'relay+jwt' }, claims)],
    ['no typ', forge({ alg: 'RS512', kid }, claims)],
    ['another issuer', forge(header, { ...claims, iss: 'https://id.example.com/' })],
    ['a list of issuers', forge(header, { ...claims, iss: [issuer] })],
    ['another audience', forge(header, { ...claims, aud: ['https://api.example.test'] })],
    ['an audience that only starts alike', forge(header, { ...claims, aud: `${audience}.evil.test` })],
    ['no audience', forge(header, without('aud'))],
    ['an empty list of audiences', forge(header, { ...claims, aud: [] })],
    ['an expired token of another issuer', forge(header, { ...claims, iss: 'https://x', exp: 1 })],
    ['exp as text', forge(header, { ...claims, exp: String(claims.exp) })],
    ['exp null', forge(header, { ...claims, exp: null })],
    ['exp beyond numbers', forge(header, JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'))],
    ['nbf in the future', forge(header, { ...claims, nbf: nowSeconds + 60 })],
    ['iat in the future', forge(header, { ...claims, iat: nowSeconds + 60 })],
    ['an unknown token_use', forge(header, { ...claims, token_use: 'refresh' })],
    ['an unknown principal kind', forge(header, { ...claims, pk: 'superuser' })],
    ['a member without a role', forge(header, { ...claims, token_use: 'member', org: 'acme' })],
    ['a user with a role', forge(header, { ...claims, org: 'acme', role: 'owner' })],
    ['scope as a list', forge(header, { ...claims, scope: ['openid'] })],
    ['amr as a text', forge(header, { ...claims, amr: 'pwd' })],
    ['cnf without jkt', forge(header, { ...claims, cnf: {} })],
    ['cnf null', forge(header, { ...claims, cnf: null })],
    ['fpr that is no text', forge(header, { ...claims, fpr: true })],
    ['a payload that is a list', forge(header, [claims])],
    ['a payload that is a text', forge(header, '"x"')],
    ['a payload that is no JSON', forge(header, '{"iss":')],
    ['a header that is a list', forge([header], claims)],
    ['a header that is null', forge(null, claims)],
    ['a header that is no JSON', `${encode('{"alg"')}.${goodPayload}.${goodSignature}`],
    ['a changed payload', `${goodHeader}.${encode({ ...claims, pk: 'root' })}.${goodSignature}`],
    ['a cut signature', good.slice(0, -4)],
    ['no signature', `${goodHeader}.${goodPayload}.`],
    ['two parts', `${goodHeader}.${goodPayload}`],
    ['a trailing dot', `${good}.`],
    ['a leading dot', `.${good}`],
    ['trailing dots', `${good}...`],
    ['dots only', '..'],
    ['a trailing line break', `${good}\n`],
    ['padding', `${goodHeader}==.${goodPayload}.${goodSignature}`],
    ['a space', ` ${good}`],
    ['five parts, as a JWE has', `${good}.a.b`],
    ['nothing', ''],
    ['garbage', '\u0000\ufffd💥'],
    ['an oversized token', forge(header, { ...claims, pad: 'x'.repeat(8 * 1024) })],
    ['a megabyte of dots', '.'.repeat(1 << 20)],
  ])('a token is refused: %s', async (_name, token) => {
    expect(await codeOf(token)).toBe('token_invalid');
  });

  test.each([
    'iss',
    'sub',
    'exp',
    'iat',
    'nbf',
    'jti',
    'client_id',
    'scope',
    'sid',
    'token_use',
    'pk',
  ] as const)('a token without %s', async (name) => {
    expect(await codeOf(forge(header, without(name)))).toBe('token_invalid');
  });
});

describe('time', () => {
  test.each([
    [900, 'accepted'],
    [0, 'accepted'],
    [-4, 'accepted'],
    [-5, 'token_expired'],
    [-900, 'token_expired'],
  ])('exp %d s from now: %s', async (seconds, expected) => {
    expect(await codeOf(forge(header, { ...claims, exp: nowSeconds + seconds }))).toBe(expected);
  });

  test('no tolerance is possible', async () => {
    const strict = createTokenVerifier({ issuer, audience, keys, now, clockToleranceSeconds: 0 });
    expect(await codeOf(forge(header, { ...claims, exp: nowSeconds }), strict)).toBe('token_expired');
    expect(await codeOf(forge(header, { ...claims, nbf: nowSeconds + 1 }), strict)).toBe('token_invalid');
    expect(await codeOf(good, strict)).toBe('accepted');
  });
});

describe('guard payloads', () => {
  const relay: RelayClaims = {
    iss: issuer,
    aud: 'user-api',
    exp: nowSeconds + 120,
    iat: nowSeconds,
    jti: 'r1',
    purpose: 'user_login',
    client_id: 'demo-backend',
    htu: 'https://user-api.example.com/auth/user/login',
    ctx: { email_verified: 'new@example.com' },
  };
  const relayHeader = { ...header, typ: 'relay+jwt' };

  test('a good one answers its claims', async () => {
    expect(
      await verifyRelay(await signJwt({ typ: 'relay+jwt', claims: relay, key: { kid, privateKey } })),
    ).toEqual(relay);
  });

  test.each([
    ['an access token', good],
    ['an access token for user-api', forge(header, { ...relay, ...claims, aud: 'user-api' })],
    ['another audience', forge(relayHeader, { ...relay, aud: audience })],
    ['an unknown purpose', forge(relayHeader, { ...relay, purpose: 'anything' })],
    ['no jti', forge(relayHeader, { ...relay, jti: undefined })],
    ['no exp', forge(relayHeader, { ...relay, exp: undefined })],
    ['no client', forge(relayHeader, { ...relay, client_id: '' })],
    ['a method that is no text', forge(relayHeader, { ...relay, method: 1 })],
    ['an audience list that is no list', forge(relayHeader, { ...relay, aud_list: 'x' })],
    ['a time of typing that is no number', forge(relayHeader, { ...relay, typed_at: 'x' })],
    ['a context that is no object', forge(relayHeader, { ...relay, ctx: 'x' })],
  ])('%s is token_invalid', async (_name, token) => {
    expect(await codeOf(token, verifyRelay)).toBe('token_invalid');
  });

  test('one past its exp is token_expired', async () => {
    expect(await codeOf(forge(relayHeader, { ...relay, exp: nowSeconds - 60 }), verifyRelay)).toBe(
      'token_expired',
    );
  });

  test('one is no access token', async () => {
    expect(await codeOf(forge(relayHeader, { ...claims, ...relay, aud: audience }))).toBe('token_invalid');
  });
});

test.each([
  ['its header is not that of a token of the issuer', forge({ ...header, alg: 'RS256' }, claims)],
  ['the issuer publishes no key of its kid', forge({ ...header, kid: 'unknown' }, claims)],
  [
    'its signature, issuer, audience or first time of use does not fit',
    forge(header, claims, stranger.privateKey),
  ],
  ['a claim is missing or of the wrong kind', forge(header, without('sub'))],
  ['it was issued in the future', forge(header, { ...claims, iat: nowSeconds + 60 })],
])('the log says why, the answer does not: %s', async (detail, token) => {
  await expect(verify(token)).rejects.toMatchObject({ message: 'Token is invalid', detail });
});

test.each([
  [audience, `${audience}/`],
  [`${audience}/`, audience],
  [`${audience}/`, `${audience}/`],
])('a verifier for %s takes a token for %s', async (own, aud) => {
  const verifyOwn = createTokenVerifier({ issuer, audience: own, keys, now });
  expect((await verifyOwn(forge(header, { ...claims, aud: [aud] }))).sub).toBe(claims.sub);
});

describe('a token that was good and comes again', () => {
  /** A verifier whose clock and key change. */
  async function createSeasoned() {
    const world: { seconds: number; key: KeyObject | undefined } = { seconds: nowSeconds, key: publicKey };
    const seasoned = createTokenVerifier({
      issuer,
      audience,
      keys: { findKey: () => Promise.resolve(world.key) },
      now: () => world.seconds * 1000,
    });
    expect(await codeOf(good, seasoned)).toBe('accepted');
    return { world, seasoned };
  }

  test('is token_invalid once its key is published no more', async () => {
    const { world, seasoned } = await createSeasoned();
    world.key = undefined;
    expect(await codeOf(good, seasoned)).toBe('token_invalid');
  });

  test('is token_invalid once another key has the name of its key', async () => {
    const { world, seasoned } = await createSeasoned();
    world.key = stranger.publicKey;
    expect(await codeOf(good, seasoned)).toBe('token_invalid');
    world.key = publicKey;
    expect(await codeOf(good, seasoned)).toBe('accepted');
  });

  test('is token_expired after its exp, and token_invalid before its iat', async () => {
    const { world, seasoned } = await createSeasoned();
    world.seconds = claims.exp + 5;
    expect(await codeOf(good, seasoned)).toBe('token_expired');
    world.seconds = claims.iat - 6;
    expect(await codeOf(good, seasoned)).toBe('token_invalid');
  });

  test('answers claims that no earlier caller can have changed', async () => {
    const { seasoned } = await createSeasoned();
    const answered = await seasoned(good);
    expect(() => answered.amr?.push('otp')).toThrow(TypeError);
    expect(() => Object.assign(answered, { pk: 'root' })).toThrow(TypeError);
    expect(await seasoned(good)).toEqual(claims);
  });

  test.each(['signature', 'payload', 'header'])('is of no use to one with another %s', async (part) => {
    const { seasoned } = await createSeasoned();
    const at = ['header', 'payload', 'signature'].indexOf(part);
    const parts = good
      .split('.')
      .map((text, place) => (place === at ? `${text.slice(0, -1)}${text.endsWith('A') ? 'Q' : 'A'}` : text));
    expect(await codeOf(parts.join('.'), seasoned)).toBe('token_invalid');
  });
});
