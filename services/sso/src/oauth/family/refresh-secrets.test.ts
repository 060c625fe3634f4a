import { randomBytes, randomUUID } from 'node:crypto';
import { createRefreshSecrets, readRefreshToken } from './refresh-secrets.ts';

const family = { id: randomUUID(), tokenKey: randomBytes(32) };
const { token } = createRefreshSecrets(family, 7, randomBytes);
const bytes = Buffer.from(token.slice(3), 'base64url');
const encode = (changed: Uint8Array) => `rt_${Buffer.from(changed).toString('base64url')}`;

test('a token names its family and generation, in one alphabet and without a dot', () => {
  expect(token).toMatch(/^rt_[\w-]{114}$/);
  const named = readRefreshToken(token);
  expect(named).toMatchObject({ familyId: family.id, generation: 7 });
  expect(named?.isOf(family.tokenKey)).toBe(true);
  expect(named?.isOf(randomBytes(32))).toBe(false);
});

test('two tokens of one place differ, and so do their links', () => {
  const other = createRefreshSecrets(family, 7, randomBytes);
  expect(other.token).not.toBe(token);
  expect(new Set([other.link, token, other.token]).size).toBe(3);
});

test('the highest generation that fits is read as it was written', () => {
  const last = createRefreshSecrets(family, 2 ** 32 - 1, randomBytes).token;
  expect(readRefreshToken(last)?.generation).toBe(2 ** 32 - 1);
});

test('a change of any bit is of no family, or is not read', () => {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(readRefreshToken(encode(changed))?.isOf(family.tokenKey) ?? false).toBe(false);
  }
});

test.each([
  ['nothing', ''],
  ['the prefix only', 'rt_'],
  ['another prefix', token.replace('rt_', 'rs_')],
  ['no prefix', token.slice(3)],
  ['padding', `${token}=`],
  ['a blank', `${token} `],
  ['the other alphabet of base64', token.replaceAll('-', '+').replaceAll('_', '/')],
  ['unused bits that are set', token.slice(0, -1) + String.fromCharCode(token.charCodeAt(117) + 1)],
  ['a byte less', encode(bytes.subarray(0, -1))],
  ['a byte more', encode(Buffer.concat([bytes, Buffer.alloc(1)]))],
  ['another version', encode(Buffer.concat([Buffer.of(2), bytes.subarray(1)]))],
  ['a JWT', `${token}.${token}.${token}`],
  ['a megabyte', `rt_${'A'.repeat(1_000_000)}`],
])('%s is not read', (_what, text) => {
  expect(readRefreshToken(text)).toBeUndefined();
});
