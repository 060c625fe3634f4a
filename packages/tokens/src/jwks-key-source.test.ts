import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createFileKeySource,
  createIssuerCheck,
  createJwksKeySource,
  createStaticKeySource,
} from './index.ts';

const issuer = 'https://id.example.com';
const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
const jwksUri = `${issuer}/jwks`;
const minute = 60_000;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
const unavailable = {
  code: 'upstream_unavailable',
  message: 'Signing keys are not available',
  retryAfterSeconds: 5,
};

function jwksOf(...kids: string[]) {
  return { keys: kids.map((kid) => ({ ...rsa, kid, use: 'sig', alg: 'RS512' })) };
}

/** An issuer whose keys, health and clock a test moves by hand. */
function createIssuer(address?: string) {
  const state = {
    time: 1_800_000_000_000,
    down: false,
    pages: new Map<string, unknown>([
      [discoveryUrl, { issuer, jwks_uri: jwksUri }],
      [jwksUri, jwksOf('a')],
    ]),
    calls: [] as string[],
  };
  const fetch = async (url: string) => {
    state.calls.push(url);
    await Promise.resolve();
    if (state.down) throw new TypeError('fetch failed');
    const page = state.pages.get(url);
    return page === undefined ? new Response('no', { status: 404 }) : Response.json(page);
  };
  const now = () => state.time;
  const source = createJwksKeySource({ issuer, fetch, now, ...(address === undefined ? {} : { address }) });
  const has = async (kid: string) => (await source.findKey(kid)) !== undefined;
  return { state, source, has };
}

describe('caching', () => {
  test('keys are fetched once in 10 min', async () => {
    const { state, has } = createIssuer();
    expect(await has('a')).toBe(true);
    state.time += 10 * minute - 1;
    expect(await has('a')).toBe(true);
    expect(state.calls).toEqual([discoveryUrl, jwksUri]);
    state.time += 1;
    state.pages.set(jwksUri, jwksOf('b'));
    expect(await has('a')).toBe(false);
    expect(await has('b')).toBe(true);
    expect(state.calls).toHaveLength(4);
  });

  test('many callers at once share one fetch', async () => {
    const { state, has } = createIssuer();
    expect(await Promise.all(Array.from({ length: 100 }, () => has('a')))).toEqual(Array(100).fill(true));
    expect(state.calls).toHaveLength(2);
    state.time += 10 * minute;
    await Promise.all(Array.from({ length: 100 }, () => has('a')));
    expect(state.calls).toHaveLength(4);
  });

  test('an unknown kid fetches again at most once in 30 s', async () => {
    const { state, has } = createIssuer();
    await has('a');
    state.pages.set(jwksUri, jwksOf('a', 'b'));
    state.time += 29_999;
    expect(await has('b')).toBe(false);
    state.time += 1;
    expect(await Promise.all([has('b'), has('c'), has('d')])).toEqual([true, false, false]);
    expect(state.calls).toHaveLength(4);
    for (let guess = 0; guess < 50; guess += 1) expect(await has(`guess-${guess}`)).toBe(false);
    expect(state.calls).toHaveLength(4);
  });

  test('a clock that is set back keeps no withdrawn key, and hides no new one', async () => {
    const { state, has } = createIssuer();
    await has('a');
    state.time -= 60 * minute;
    state.pages.set(jwksUri, jwksOf('b'));
    expect([await has('b'), await has('a')]).toEqual([true, false]);
  });

  test('a known kid does not wait for a fetch that an unknown one caused', async () => {
    const { state, source, has } = createIssuer();
    await has('a');
    state.time += 30_000;
    const order: string[] = [];
    await Promise.all([
      source.findKey('guess').then(() => order.push('guess')),
      source.findKey('a').then(() => order.push('a')),
    ]);
    expect(order).toEqual(['a', 'guess']);
  });
});

describe('an issuer that is down', () => {
  test('is upstream_unavailable while nothing is cached, and is asked again after 5 s only', async () => {
    const { state, source, has } = createIssuer();
    state.down = true;
    await expect(source.findKey('a')).rejects.toMatchObject(unavailable);
    state.down = false;
    state.time += 4_999;
    await expect(source.findKey('a')).rejects.toMatchObject(unavailable);
    expect(state.calls).toHaveLength(1);
    state.time += 1;
    expect(await has('a')).toBe(true);
  });

  test('has keys at hand until 30 min after they were loaded', async () => {
    const { state, source } = createIssuer();
    state.down = true;
    await expect(source.assertAtHand()).rejects.toMatchObject(unavailable);
    state.down = false;
    state.time += 5_000;
    await source.assertAtHand();
    expect(state.calls).toHaveLength(3);
    state.down = true;
    state.time += 30 * minute - 1;
    await source.assertAtHand();
    state.time += 1;
    await expect(source.assertAtHand()).rejects.toMatchObject(unavailable);
  });

  test('leaves known keys usable for 30 min, unknown ones unknowable', async () => {
    const { state, source, has } = createIssuer();
    await has('a');
    state.down = true;
    state.time += 10 * minute;
    expect(await has('a')).toBe(true);
    await expect(source.findKey('b')).rejects.toMatchObject(unavailable);
    state.time += 20 * minute - 1;
    expect(await has('a')).toBe(true);
    state.time += 1;
    await expect(source.findKey('a')).rejects.toMatchObject(unavailable);
  });

  test('is picked up again when it is back, without its withdrawn keys', async () => {
    const { state, has } = createIssuer();
    await has('a');
    state.down = true;
    state.time += 10 * minute;
    await has('a');
    state.down = false;
    state.pages.set(jwksUri, jwksOf('b'));
    state.time += 5_000;
    expect(await has('b')).toBe(true);
    expect(await has('a')).toBe(false);
  });

  test('does not hold up tokens whose key is known', async () => {
    const { state, source, has } = createIssuer();
    await has('a');
    state.down = true;
    state.time += 10 * minute;
    await has('a');
    state.time += 5_000;
    const order: string[] = [];
    await Promise.all([
      source.findKey('b').catch(() => order.push('b')),
      source.findKey('a').then(() => order.push('a')),
    ]);
    expect(order).toEqual(['a', 'b']);
  });
});

describe('discovery that is not believed', () => {
  test.each([
    ['another issuer', { issuer: `${issuer}/`, jwks_uri: jwksUri }],
    ['no issuer', { jwks_uri: jwksUri }],
    ['no jwks_uri', { issuer }],
    ['a jwks_uri without TLS', { issuer, jwks_uri: 'http://id.example.com/jwks' }],
    ['a jwks_uri that is a file', { issuer, jwks_uri: 'file:///etc/passwd' }],
    ['a list', []],
    ['null', null],
  ])('keys are refused in a document of %s', async (_name, document) => {
    const { state, source } = createIssuer();
    state.pages.set(discoveryUrl, document);
    await expect(source.findKey('a')).rejects.toMatchObject(unavailable);
    expect(state.calls).toEqual([discoveryUrl]);
  });

  test.each([
    ['null', null],
    ['no list', { keys: {} }],
    ['a list', []],
    ['a text', 'x'],
  ])('a JWK Set that is %s', async (_name, jwks) => {
    const { state, source } = createIssuer();
    state.pages.set(jwksUri, jwks);
    await expect(source.findKey('a')).rejects.toMatchObject(unavailable);
  });

  test('a page that is missing', async () => {
    const { state, source } = createIssuer();
    state.pages.delete(jwksUri);
    await expect(source.findKey('a')).rejects.toMatchObject(unavailable);
  });
});

test('another address is asked for the same issuer', async () => {
  const { state, has } = createIssuer('http://sso:4001');
  state.pages.set('http://sso:4001/.well-known/openid-configuration', { issuer, jwks_uri: jwksUri });
  state.pages.set('http://sso:4001/jwks', jwksOf('a'));
  expect(await has('a')).toBe(true);
  expect(state.calls).toEqual(['http://sso:4001/.well-known/openid-configuration', 'http://sso:4001/jwks']);
});

describe('an issuer with a path', () => {
  const named = `${issuer}/auth/v1`;
  const metadata = { issuer: named, jwks_uri: jwksUri };
  /** Only these addresses answer. */
  const open = (pages: Record<string, unknown>, address = named) => {
    const calls: string[] = [];
    const fetch = async (url: string) => {
      calls.push(url);
      return url in pages ? Response.json(pages[url]) : new Response('no', { status: 404 });
    };
    return { calls, source: createJwksKeySource({ issuer: named, address, fetch, now: () => 0 }) };
  };

  test.each([
    ['behind its path', `${named}/.well-known/openid-configuration`],
    ['before its path', `${issuer}/.well-known/oauth-authorization-server/auth/v1`],
  ])('is found with the well-known part %s', async (_where, url) => {
    const { source } = open({ [url]: metadata, [jwksUri]: jwksOf('a') });
    expect(await source.findKey('a')).toMatchObject({ type: 'public' });
  });

  test('is not looked for elsewhere while it fails otherwise than by 404', async () => {
    const calls: string[] = [];
    const fetch = async (url: string) => {
      calls.push(url);
      return new Response('', { status: 500 });
    };
    const source = createJwksKeySource({ issuer: named, fetch, now: () => 0 });
    await expect(source.findKey('a')).rejects.toMatchObject(unavailable);
    expect(calls).toHaveLength(1);
  });

  test('is reached at another address, with keys that are beside it', async () => {
    const { source, calls } = open(
      { 'http://sso:4001/.well-known/openid-configuration': metadata, 'http://sso:4001/jwks': jwksOf('a') },
      'http://sso:4001',
    );
    expect(await source.findKey('a')).toMatchObject({ type: 'public' });
    expect(calls).toHaveLength(2);
  });
});

describe('readiness', () => {
  test('fails with both names where the issuer is another one', async () => {
    const { state, source } = createIssuer();
    state.pages.set(discoveryUrl, { issuer: `${issuer}/`, jwks_uri: jwksUri });
    await expect(createIssuerCheck(source)()).rejects.toThrow(
      `${discoveryUrl} names the issuer "${issuer}/" and not ${issuer}`,
    );
  });

  test('does not depend on an issuer that is down, lacks its page, or hangs', async () => {
    const { state, source } = createIssuer();
    state.down = true;
    await createIssuerCheck(source)();
    await createIssuerCheck({ assertAtHand: () => new Promise(() => undefined) })();
  });
});

describe('a JWK Set', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });

  test.each([
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0', kid: 'a' }],
    ['an elliptic key', { ...ec, kid: 'a' }],
    ['a short RSA key', { ...weak, kid: 'a' }],
    ['an encryption key', { ...rsa, kid: 'a', use: 'enc' }],
    ['a key for another algorithm', { ...rsa, kid: 'a', alg: 'RS256' }],
    ['a key without a name', rsa],
    ['a broken key', { kty: 'RSA', n: '!', e: 'AQAB', kid: 'a' }],
    ['null', null],
  ])('is read past %s', async (_name, jwk) => {
    const source = createStaticKeySource({ keys: [jwk, { ...rsa, kid: 'b' }] });
    expect(await source.findKey('a')).toBeUndefined();
    expect(await source.findKey('b')).toMatchObject({ type: 'public' });
  });
});

describe('JWKS_FILE', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jwks-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is refused at once when it cannot be read', async () => {
    const path = join(folder, 'jwks.json');
    await expect(createFileKeySource({ path, now: () => 0 })).rejects.toThrow(
      /^JWKS_FILE has no usable keys: .*ENOENT/,
    );
    await writeFile(path, '{"keys":');
    await expect(createFileKeySource({ path, now: () => 0 })).rejects.toThrow('JWKS_FILE');
    await writeFile(path, '{}');
    await expect(createFileKeySource({ path, now: () => 0 })).rejects.toThrow('not a JWK Set');
  });

  test('is read again after 10 min, and stays good while it is missing', async () => {
    const path = join(folder, 'jwks.json');
    let time = 1_800_000_000_000;
    await writeFile(path, JSON.stringify(jwksOf('a')));
    const source = await createFileKeySource({ path, now: () => time });
    expect(await source.findKey('a')).toMatchObject({ type: 'public' });
    await writeFile(path, JSON.stringify(jwksOf('b')));
    time += 10 * minute;
    expect(await source.findKey('a')).toBeUndefined();
    expect(await source.findKey('b')).toMatchObject({ type: 'public' });
    await rm(path);
    time += 10 * minute;
    expect(await source.findKey('b')).toMatchObject({ type: 'public' });
  });
});
