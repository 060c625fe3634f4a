import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { open, seal } from './seal.ts';

const key = Buffer.alloc(32, 1);
const lock = { key, additionalData: 'ada' };
const sealed = seal('secret', { ...lock, randomBytes });

test.each([
  ['another key', { ...lock, key: Buffer.alloc(32, 2) }],
  ['other additional data', { ...lock, additionalData: 'adb' }],
  ['no additional data', { ...lock, additionalData: '' }],
])('does not open with %s', (_what, other) => {
  expect(open(sealed, other)).toBeUndefined();
});

test('does not open after a change of any bit', () => {
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(open(changed, lock)).toBeUndefined();
  }
});

test('does not open when it is shortened or lengthened', () => {
  for (let size = 0; size < sealed.length; size += 1) {
    expect(open(sealed.subarray(0, size), lock)).toBeUndefined();
    expect(open(sealed.subarray(sealed.length - size), lock)).toBeUndefined();
  }
  expect(open(Buffer.concat([sealed, Buffer.alloc(1)]), lock)).toBeUndefined();
});

test.each([4, 8, 12, 13, 15])('a tag of %d bytes does not open', (size) => {
  expect(open(sealed.subarray(0, sealed.length - 16 + size), lock)).toBeUndefined();
});

test('a key of another size throws: that is a fault of the program', () => {
  expect(() => seal('secret', { ...lock, key: Buffer.alloc(16), randomBytes })).toThrow('Invalid key length');
  expect(() => open(sealed, { ...lock, key: Buffer.alloc(16) })).toThrow('Invalid key length');
});

test('two seals of one text differ, and neither shows it', () => {
  const other = seal('secret', { ...lock, randomBytes });
  expect(other.equals(sealed)).toBe(false);
  expect(other.toString('latin1')).not.toContain('secret');
});

test('the bytes are nonce, ciphertext, tag', () => {
  const nonce = Buffer.alloc(12, 9);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('ada'));
  const expected = Buffer.concat([
    nonce,
    cipher.update('secret', 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  expect(seal('secret', { ...lock, randomBytes: () => nonce })).toEqual(expected);
});

test('whatever is sealed comes back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (plain, additionalData) => {
      const one = { key, additionalData };
      expect(open(seal(plain, { ...one, randomBytes }), one)).toEqual(Buffer.from(plain));
    }),
  );
});
