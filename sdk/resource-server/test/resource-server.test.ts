import { request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createTestKeys, forgeToken, listTokenAttacks } from '@latchkey/testing';
import express from 'express';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createResourceServer, type RefusedError, type Settings } from '../src/index.ts';

const issuer = 'https://sso.test';
const audience = 'https://api.test';
const publicUrl = 'https://api.test/v1';
const iat = 1_800_000_000;
const good = {
  iss: issuer,
  aud: audience,
  sub: 'ann',
  client_id: 'c',
  scope: 'profile orders:read',
  iat,
  nbf: iat,
  exp: iat + 900,
  jti: 't',
  sid: 's',
  token_use: 'user',
  pk: 'user',
};

const { kid, publicKey } = createTestKeys();
const keys = [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS512', use: 'sig' }];
let [isDown, nowMs] = [false, iat * 1000];
beforeEach(() => ([isDown, nowMs] = [false, iat * 1000]));

async function answerAsIssuer(url: string): Promise<Response> {
  if (isDown) throw new TypeError('fetch failed');
  return Response.json(url === `${issuer}/jwks` ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` });
}

/** An API with two routes, below a router as in a real one. */
async function serve(more: Partial<Settings> = {}) {
  const settings = { issuer, audience, publicUrl, fetch: answerAsIssuer, now: () => nowMs, ...more };
  const api = createResourceServer(settings);
  const router = express.Router();
  router.get('/any', api.need(), (request, response) => void response.json(api.token(request)));
  router.get('/orders', api.need('orders:read profile'), (_request, response) => void response.json([]));
  router.get(
    '/admin',
    api.need('orders:read', 'orders:write'),
    (_request, response) => void response.json([]),
  );
  router.get('/open', (request, response) => void response.json(api.token(request)));
  const app = express().set('env', 'test').use('/shop', router);
  const server = app.listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}/shop`;
  const ask = async (path: string, headers: [string, string][] = []) => {
    const response = await fetch(`${url}${path}`, { headers });
    const challenge = response.headers.get('www-authenticate');
    const body = (await response.json().catch(() => undefined)) as { error?: string; sub?: string };
    return { status: response.status, challenge, error: body?.error, body, headers: response.headers };
  };
  return Object.assign(ask, { url });
}
const servers: { close(): unknown }[] = [];
afterAll(() => servers.forEach((server) => server.close()));

let get: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  get = await serve();
});

const bearer = (token: string): [string, string][] => [['authorization', `Bearer ${token}`]];
const invalid = {
  status: 401,
  error: 'invalid_token',
  challenge: expect.stringMatching(/^Bearer realm="latchkey", error="invalid_token", /),
};

test.each<[string, [string, string][]]>([
  ['no header', []],
  ['another scheme', [['authorization', 'Basic dTpw']]],
  ['no token', [['authorization', 'Bearer ']]],
])('401 with %s, and challenges that name no error', async (_name, headers) => {
  const { status, challenge } = await get('/any', headers);
  expect([status, challenge]).toEqual([
    401,
    expect.stringMatching(/^Bearer realm="latchkey", DPoP realm="latchkey", algs="ES256 /),
  ]);
});

test.each(listTokenAttacks())('401 with $name', async ({ forge }) => {
  expect(await get('/any', bearer(forge(good)))).toMatchObject(invalid);
});

test.each([
  ['several words', 'not a token'],
  ['signs that no token has', `${forgeToken(good)}!ü`],
  ['8 KB more', forgeToken({ ...good, more: 'x'.repeat(8_192) })],
  ['a binding that is not known', forgeToken({ ...good, cnf: { 'x5t#S256': 'hash' } })],
])('401 with a token of %s', async (_name, token) => {
  const headers = bearer(Buffer.from(token).toString('latin1'));
  expect(await get('/any', headers)).toMatchObject(invalid);
});

test('401 after its end, 5 s for a clock that differs', async () => {
  nowMs = (good.exp + 4) * 1000;
  expect(await get('/any', bearer(forgeToken(good)))).toMatchObject({ status: 200 });
  nowMs = (good.exp + 5) * 1000;
  const late = await get('/any', bearer(forgeToken(good)));
  expect(late).toMatchObject({ ...invalid, challenge: expect.stringContaining('Token has expired') });
});

test('403 insufficient_scope names the scopes of the route', async () => {
  expect(await get('/admin', bearer(forgeToken(good)))).toMatchObject({
    status: 403,
    error: 'insufficient_scope',
    challenge: expect.stringMatching(
      /^Bearer .*error="insufficient_scope", .*scope="orders:read orders:write"$/,
    ),
  });
});

test('400 with two Authorization headers', async () => {
  // fetch would join them to one, and the types of Node know one only.
  const headers = { authorization: [`Bearer ${forgeToken(good)}`, 'Bearer other'] as unknown as string };
  const answer = await new Promise<IncomingMessage>(
    (resolve) => void send(`${get.url}/any`, { headers }, resolve).end(),
  );
  answer.resume();
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
    400,
    expect.stringContaining('error="invalid_request"'),
  ]);
});

test('503 without a challenge while the issuer is down; known keys go on for half an hour', async () => {
  const fresh = await serve();
  isDown = true;
  const unknown = await fresh('/any', bearer(forgeToken(good)));
  expect(unknown).toMatchObject({ status: 503, error: 'temporarily_unavailable', challenge: null });
  expect(unknown.headers.get('retry-after')).toBe('5');
  isDown = false;
  nowMs += 5_000;
  expect(await fresh('/any', bearer(forgeToken(good)))).toMatchObject({ status: 200 });
  isDown = true;
  nowMs += 29 * 60_000;
  const later = forgeToken({ ...good, exp: iat + 7_200 });
  expect(await fresh('/any', bearer(later))).toMatchObject({ status: 200 });
  nowMs += 60_000;
  expect(await fresh('/any', bearer(later))).toMatchObject({ status: 503 });
});

test.each([
  ['this API', audience],
  ['this API with a slash at its end', `${audience}/`],
  ['this API and another', ['https://other.test', audience]],
])('200 with a token for %s', async (_name, aud) => {
  const token = bearer(forgeToken({ ...good, aud }));
  const body = { sub: 'ann', scope: good.scope };
  expect(await get('/any', token)).toMatchObject({ status: 200, body });
});

test('200 with a token that has every scope that the route needs', async () => {
  expect(await get('/orders', bearer(forgeToken(good)))).toMatchObject({ status: 200 });
});

test('500 where a route reads a token that nobody has checked', async () => {
  expect(await get('/open', bearer(forgeToken(good)))).toMatchObject({ status: 500 });
});

describe('a refusal has a reason, for the caller and for the program', () => {
  const withHead = (more: object) => forgeToken(good, more);
  test.each<[string, string, string, Partial<Settings>]>([
    ['another issuer', forgeToken({ ...good, iss: 'https://other.test' }), `its issuer is not ${issuer}`, {}],
    ['another audience', forgeToken({ ...good, aud: 'x' }), `its audience is not ${audience}`, {}],
    ['no audience', forgeToken({ ...good, aud: undefined }), 'its aud is missing', {}],
    ['a slow clock', forgeToken(good), 'the clock here is slow', { now: () => (iat - 6) * 1000 }],
    ['a later iat', forgeToken({ ...good, iat: iat + 6 }), 'the clock here is slow', {}],
    ['another type', withHead({ typ: 'JWT' }), 'its type is not at+jwt', {}],
    ['another algorithm', withHead({ alg: 'HS256' }), 'its algorithm is not RS512', {}],
    ['an unknown key', withHead({ kid: 'other' }), 'its kid names no key of the issuer', {}],
    ['a header with a key', withHead({ jwk: {} }), 'its header says more than alg, kid and typ', {}],
    [
      'another signature',
      `${forgeToken(good).slice(0, -8)}AAAAAAAA`,
      'its signature is not that of the key',
      {},
    ],
    ['no JWT', 'opaque', 'it is no JWT', {}],
    ['no scope', forgeToken({ ...good, scope: undefined }), 'a claim is missing or has another type', {}],
    ['its end', forgeToken({ ...good, exp: iat - 60 }), 'Token has expired', {}],
    ['a fingerprint', forgeToken({ ...good, fpr: 'x' }), 'bound to a fingerprint', {}],
  ])('401 with %s', async (_name, token, reason, more) => {
    const seen: [string | undefined, RefusedError][] = [];
    const ask = await serve({
      ...more,
      onRefused: (request, error) => void seen.push([request.originalUrl, error]),
    });
    const { status, challenge, body } = await ask('/any', bearer(token));
    expect([status, challenge]).toEqual([401, expect.stringContaining(reason)]);
    expect(body).toMatchObject({ error_description: expect.stringContaining(reason) });
    const [[path, error] = []] = seen;
    expect([seen.length, path, error?.status, error?.code]).toEqual([1, '/shop/any', 401, 'invalid_token']);
    expect(error?.message).toContain(reason);
    const shown = inspect([error, body, challenge], { depth: 20, showHidden: true });
    for (const part of token.split('.').filter(({ length }) => length > 20))
      expect(shown).not.toContain(part);
  });

  test('the program is shown why the issuer cannot be asked, and its caller is not', async () => {
    const seen: RefusedError[] = [];
    const ask = await serve({
      issuer: 'https://sso.test/',
      onRefused: (_request, error) => void seen.push(error),
    });
    const { status, body } = await ask('/any', bearer(forgeToken(good)));
    expect([status, body]).toEqual([
      503,
      { error: 'temporarily_unavailable', error_description: 'The sign-in service does not answer' },
    ]);
    const message = expect.stringContaining('and not https://sso.test/');
    expect(seen).toMatchObject([{ cause: { message } }]);
  });

  test('403 and 401 without a token are seen too', async () => {
    const seen: string[] = [];
    const ask = await serve({
      onRefused: (_request, { code, message }) => void seen.push(`${code}: ${message}`),
    });
    await ask('/any');
    await ask('/admin', bearer(forgeToken(good)));
    await ask('/any', bearer(forgeToken(good)));
    expect(seen).toEqual([
      'invalid_token: An access token is missing',
      'insufficient_scope: The token lacks a scope: orders:read orders:write',
    ]);
  });
});

describe('a token that is bound to a key', () => {
  let token: string;
  let prove: (claims?: object, header?: object) => Promise<string>;
  beforeAll(async () => {
    const { publicKey: shown, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(shown);
    token = forgeToken({ ...good, cnf: { jkt: await calculateJwkThumbprint(jwk) } });
    const ath = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(token))).toString('base64url');
    let count = 0;
    prove = (claims = {}, header = {}) => {
      const usual = { jti: `proof-${(count += 1)}`, htm: 'GET', htu: `${publicUrl}/shop/any`, ath };
      return new SignJWT({ ...usual, iat, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey);
    };
  });
  const dpop = (proof?: string): [string, string][] => [
    ['authorization', `DPoP ${token}`],
    ...(proof === undefined ? [] : [['dpop', proof] as [string, string]]),
  ];
  const refused = (error: string) => ({
    status: 401,
    error,
    challenge: expect.stringMatching(new RegExp(`^DPoP .*error="${error}".*algs="ES256 `)),
  });

  test('401 with the scheme Bearer, also beside its proof', async () => {
    expect(await get('/any', bearer(token))).toMatchObject(refused('invalid_token'));
    const both = [...bearer(token), ['dpop', await prove()] as [string, string]];
    expect(await get('/any', both)).toMatchObject(refused('invalid_token'));
  });

  test('401 without a proof, and with the scheme DPoP for a token without a key', async () => {
    expect(await get('/any', dpop())).toMatchObject(refused('invalid_token'));
    const unbound: [string, string][] = [
      ['authorization', `DPoP ${forgeToken(good)}`],
      ['dpop', await prove()],
    ];
    expect(await get('/any', unbound)).toMatchObject(refused('invalid_token'));
  });

  test.each<[string, () => Promise<string>]>([
    ['the address behind the proxy', () => prove({ htu: 'http://localhost/shop/any' })],
    ['another token', () => prove({ ath: 'x' })],
    ['two proofs', async () => `${await prove()}, ${await prove()}`],
    ['no proof at all', async () => 'x'],
  ])('401 with a proof for %s', async (_name, make) => {
    expect(await get('/any', dpop(await make()))).toMatchObject(refused('invalid_dpop_proof'));
  });

  test('401 with a nonce for a clock that is off, which then is taken', async () => {
    const late = await get('/any', dpop(await prove({ iat: iat - 600 })));
    expect(late).toMatchObject(refused('use_dpop_nonce'));
    const nonce = late.headers.get('dpop-nonce');
    expect(await get('/any', dpop(await prove({ iat: iat - 600, nonce })))).toMatchObject({ status: 200 });
  });

  test('one of twenty equal proofs is taken, and a later copy is not', async () => {
    const proof = await prove();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/any', dpop(proof))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    nowMs += 60_000;
    expect(await get('/any', dpop(proof))).toMatchObject(refused('invalid_dpop_proof'));
  });

  test('a memory that several replicas share decides', async () => {
    const seen: [string, number][] = [];
    const shared = await serve({ remember: async (...entry) => seen.push(entry) === 1 });
    expect(await shared('/any', dpop(await prove()))).toMatchObject({ status: 200 });
    expect(await shared('/any', dpop(await prove()))).toMatchObject(refused('invalid_dpop_proof'));
    expect(seen).toEqual([expect.any(Array), [expect.stringMatching(/^[\w-]{43}$/), 65]]);
  });
});

test.each([
  [{ issuer: 'sso.test' }, 'issuer is "sso.test"'],
  ...['issuer', 'publicUrl'].flatMap((name) =>
    [
      'https://me:Sup3r@sso.test',
      'ftp://me:Sup3r@sso.test',
      '//me:Sup3r@sso.test',
      'https://sso.test/?key=Sup3r',
      'https://sso.test/ ',
    ].map((value): [object, RegExp] => [{ [name]: value }, new RegExp(`^${name} (?!.*Sup3r)`)]),
  ),
  [{ issuer: 'http://sso.test' }, 'set allowHttp'],
  [{ publicUrl: 'api.test' }, 'publicUrl is "api.test"'],
  [{ audience: '' }, 'audience is empty'],
])('a program does not start with %j', (more, message) => {
  expect(() => createResourceServer({ issuer, audience, publicUrl, ...more })).toThrow(message);
});

test.each([{ issuer: 'http://localhost:4001' }, { issuer: 'http://sso.test', allowHttp: true }])(
  'it starts with %j',
  (more) => {
    expect(() => createResourceServer({ audience, publicUrl, ...more })).not.toThrow();
  },
);
