import { generateKeyPairSync } from 'node:crypto';
import {
  addSigningKey,
  createSigningKeys,
  createTokenVerifier,
  pruneSigningKeys,
  signJwt,
  type AccessTokenClaims,
} from './index.ts';

const start = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

interface Entry {
  kid?: unknown;
  private_pem?: unknown;
  created_at?: unknown;
  not_before?: unknown;
  retire_at?: unknown;
}

function entry(kid: string, firstUse: number, rest: Entry = {}): Entry {
  const created = new Date(firstUse - 20 * minute).toISOString();
  return {
    kid,
    private_pem: pem,
    created_at: created,
    not_before: new Date(firstUse).toISOString(),
    ...rest,
  };
}

function open(entries: unknown, at = start) {
  const clock = { time: at };
  const keys = createSigningKeys({ text: JSON.stringify(entries), now: () => clock.time });
  return { clock, keys, published: () => keys.publicJwks().keys.map((key) => key.kid) };
}

describe('the calendar', () => {
  const second = start + 60 * minute;
  const entries = [entry('b', second), entry('a', start)];

  test('a coming key is published, not used', () => {
    const { keys, published } = open(entries);
    expect(keys.activeKey().kid).toBe('a');
    expect(published()).toEqual(['a', 'b']);
  });

  test('a key takes over on its first moment', () => {
    const { clock, keys } = open(entries);
    clock.time = second - 1;
    expect(keys.activeKey().kid).toBe('a');
    clock.time = second;
    expect(keys.activeKey().kid).toBe('b');
  });

  test('a superseded key stays published and verifies until its last token is gone', async () => {
    const { clock, keys, published } = open(entries);
    clock.time = second + 60 * minute - 1;
    expect(published()).toEqual(['a', 'b']);
    expect(await keys.findKey('a')).toMatchObject({ type: 'public' });
    clock.time += 1;
    expect(published()).toEqual(['b']);
    expect(await keys.findKey('a')).toBeUndefined();
    expect(await keys.findKey('b')).toMatchObject({ type: 'public' });
  });

  test('a retired key with no successor stops signing', () => {
    const { clock, keys } = open([entry('a', start, { retire_at: new Date(second).toISOString() })]);
    clock.time = second;
    expect(() => keys.activeKey()).toThrow('no signing key is in use at this time');
  });

  test('public keys hold nothing private', () => {
    const [key] = open(entries).keys.publicJwks().keys;
    expect(key).toEqual({
      kty: 'RSA',
      kid: 'a',
      use: 'sig',
      alg: 'RS512',
      n: expect.stringMatching(/^[\w-]{342}$/),
      e: 'AQAB',
    });
  });
});

describe('a file that is refused', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

  test.each([
    ['an object', {}, 'the signing key file must be a JSON list'],
    ['no keys', [], 'the signing key file must be a JSON list'],
    ['a key without a name', [entry('', start)], 'a signing key has no kid'],
    ['a text', ['x'], 'a signing key has no kid'],
    ['a name twice', [entry('a', start), entry('a', start + 1)], 'signing key a is listed twice'],
    ['no private key', [entry('a', start, { private_pem: 'x' })], /^signing key a needs a private_pem/],
    ['an elliptic key', [entry('a', start, { private_pem: ec })], /^signing key a needs a private_pem/],
    ['a short key', [entry('a', start, { private_pem: weak })], /^signing key a needs a private_pem/],
    ['no first use', [entry('a', start, { not_before: null })], 'signing key a has no usable not_before'],
    ['a bad end', [entry('a', start, { retire_at: 'soon' })], 'signing key a has no usable retire_at'],
    [
      'a second key used too early',
      [
        entry('a', start),
        entry('b', start + 60 * minute, { created_at: new Date(start + 41 * minute).toISOString() }),
      ],
      'signing key b must be published at least 20 min before its not_before',
    ],
    ['no key for this moment', [entry('a', start + 1)], 'no signing key is in use at this time'],
  ])('a file of signing keys is refused: %s', (_name, entries, message) => {
    expect(() => open(entries)).toThrow(message);
  });

  test('never shows a private key', () => {
    const broken = String(pem).replace('MII', 'CANARY');
    expect(() => open([entry('a', start, { private_pem: broken })])).toThrow(/^((?!CANARY)[\s\S])*$/);
  });
});

describe('addSigningKey', () => {
  test('makes a first key that is used at once, and a next one that is published well before', async () => {
    const first = await addSigningKey({ now: start });
    const both = await addSigningKey({ text: first, now: start + minute });
    const { clock, keys, published } = open(JSON.parse(both));
    const [one, two] = published();
    expect([one, two]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
    clock.time = start + 31 * minute - 1;
    expect(keys.activeKey().kid).toBe(one);
    clock.time += 1;
    expect(keys.activeKey().kid).toBe(two);
  });

  test('refuses a file that is no list', async () => {
    await expect(addSigningKey({ text: '{}', now: start })).rejects.toThrow('must be a JSON list');
  });
});

test('a token signed before a rotation is verified after it', async () => {
  const second = start + 30 * minute;
  const { clock, keys } = open([entry('a', start), entry('b', second)]);
  const seconds = second / 1000 - 60;
  const claims: AccessTokenClaims = {
    iss: 'https://id.example.com',
    aud: 'drop',
    sub: 'u1',
    exp: seconds + 900,
    iat: seconds,
    nbf: seconds,
    jti: 'j1',
    client_id: 'demo-rp',
    scope: '',
    sid: 's1',
    token_use: 'user',
    pk: 'user',
  };
  const token = await signJwt({ typ: 'at+jwt', claims, key: keys.activeKey() });
  clock.time = second + minute;
  expect(keys.activeKey().kid).toBe('b');
  const verify = createTokenVerifier({ issuer: claims.iss, audience: 'drop', keys, now: () => clock.time });
  expect(await verify(token)).toEqual(claims);
});

const hour = 60 * 60_000;

const kidsOf = (text: string) => (JSON.parse(text) as { kid: string }[]).map(({ kid }) => kid);

async function rotateDaily(days: number): Promise<string> {
  let text = await addSigningKey({ now: start });
  for (let day = 1; day < days; day += 1) text = await addSigningKey({ text, now: start + day * 24 * hour });
  return text;
}

test('a file with a fault is left to its owner', () => {
  expect(() => pruneSigningKeys({ text: '[{}]', now: start })).toThrow('a signing key has no kid');
});

test('a key is deleted a day after the last token that it can have signed, and the file stays usable', async () => {
  const text = await rotateDaily(3);
  const [first, second, third] = kidsOf(text);
  const successorInUse = start + 24.5 * hour;
  expect(kidsOf(pruneSigningKeys({ text, now: successorInUse + 25 * hour }))).toEqual([first, second, third]);
  const pruned = pruneSigningKeys({ text, now: successorInUse + 25 * hour + 1 });
  expect(kidsOf(pruned)).toEqual([second, third]);
  expect(createSigningKeys({ text: pruned, now: () => start + 25 * hour }).activeKey().kid).toBe(second);
});

test('the key in use stays, however old', async () => {
  const text = await rotateDaily(1);
  expect(pruneSigningKeys({ text, now: start + 9_999 * hour })).toBe(text);
});
