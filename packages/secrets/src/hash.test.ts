import { hkdfSync } from 'node:crypto';
import { deriveKey, hashSecret, isSameHash, isSameSecret } from './hash.ts';

describe('isSameSecret', () => {
  test.each([
    ['', 'a'],
    ['a', ''],
    ['secret', 'Secret'],
    ['secret', 'secret '],
    ['secret', 'secre'],
    ['a'.repeat(10_000), 'a'.repeat(9_999)],
  ])('false for %j and %j', (left, right) => {
    expect(isSameSecret(left, right)).toBe(false);
  });

  test.each([
    ['', ''],
    ['secret', 'secret'],
    ['secret', Buffer.from('secret')],
    [Buffer.alloc(32, 1), Buffer.alloc(32, 1)],
  ])('true for %j and %j', (left, right) => {
    expect(isSameSecret(left, right)).toBe(true);
  });
});

test.each([
  ['another hash', hashSecret('another')],
  ['a part of it', hashSecret('secret').slice(0, 63)],
  ['nothing', ''],
  ['as many characters of more bytes', 'é'.repeat(64)],
  ['half as many characters of two bytes', 'é'.repeat(32)],
])('isSameHash is false for %s', (_what, other) => {
  expect(isSameHash(hashSecret('secret'), other)).toBe(false);
});

test('isSameHash is true for the hash of the same secret', () => {
  expect(isSameHash(hashSecret('secret'), hashSecret(Buffer.from('secret')))).toBe(true);
});

test('hashSecret is SHA-256 in lower-case hex, of text in UTF-8 or of bytes', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hashSecret(Buffer.from('é'))).toBe(hashSecret('é'));
});

describe('deriveKey', () => {
  const secret = Buffer.alloc(32, 1);

  test('another purpose, salt or secret gives another key', () => {
    const keys = [
      deriveKey(secret, { purpose: 'a' }),
      deriveKey(secret, { purpose: 'b' }),
      deriveKey(secret, { purpose: 'a', salt: 'salt' }),
      deriveKey('text', { purpose: 'a' }),
    ];
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(4);
    expect(deriveKey(secret, { purpose: 'a' })).toEqual(keys[0]);
  });

  test('it is HKDF with the purpose as info, of 32 bytes unless another length is asked for', () => {
    const expected = Buffer.from(hkdfSync('sha256', secret, 'salt', 'a', 64));
    expect(deriveKey(secret, { purpose: 'a', salt: 'salt', bytes: 64 })).toEqual(expected);
    expect(deriveKey(secret, { purpose: 'a', salt: 'salt' })).toEqual(expected.subarray(0, 32));
  });
});
