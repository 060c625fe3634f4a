import { randomBytes } from 'node:crypto';
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

const owner = { userId: '11111111-1111-4111-8111-111111111111', secret: 'JBSWY3DPEHPK3PXP' };

describe('a recovery code', () => {
  test.each(['', '-', '7KQ2M-X4R9', '7KQ2M-X4R9TT', '7KQ2M-X4R9!', '123456', '7KQ2M-X4R9U'])(
    'is not read from %j',
    (typed) => {
      expect(readRecoveryCode(typed)).toBeUndefined();
    },
  );

  test.each([
    '7KQ1M-X4R90',
    '7kq1m-x4r90',
    '7kq1mx4r90',
    ' 7KQ1M – X4R90 ',
    '7 k q 1 m x 4 r 9 0',
    '7KQIM-X4R9O',
    '7kqlm-x4r9o',
    '７ｋｑ１ｍ－ｘ４ｒ９０',
    '٧KQ١M\u200b-X٤R٩٠',
  ])('is read from %j', (typed) => {
    expect(readRecoveryCode(typed)).toBe('7KQ1MX4R90');
  });

  test('has another hash for another code, account or secret', () => {
    const hashed = [
      hashRecoveryCode(owner, '7KQ1MX4R90'),
      hashRecoveryCode(owner, '7KQ1MX4R91'),
      hashRecoveryCode({ ...owner, userId: 'other' }, '7KQ1MX4R90'),
      hashRecoveryCode({ ...owner, secret: 'other' }, '7KQ1MX4R90'),
    ];
    expect(new Set(hashed).size).toBe(4);
    expect(hashRecoveryCode(owner, '7KQ1MX4R90')).toBe(hashed[0]);
  });
});

test('ten recovery codes are made at once, of 50 random bits each, with the hashes of what is typed', () => {
  const { codes, hashes } = makeRecoveryCodes(owner, randomBytes);
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  const shape = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;
  expect(codes).toEqual(codes.map(() => expect.stringMatching(shape)));
  const typed = codes.map((code) => readRecoveryCode(code.toLowerCase()) ?? '');
  expect(typed.map((code) => hashRecoveryCode(owner, code))).toEqual(hashes);
});

test('every symbol of a recovery code is one of 32, each as likely as any other', () => {
  const everyByte = (size: number) => Uint8Array.from({ length: size }, (_, nth) => nth);
  const symbols = makeRecoveryCodes(owner, everyByte).codes.join('').replaceAll('-', '');
  const counts = Array.from(
    new Set(symbols.slice(0, 96)),
    (symbol) => symbols.slice(0, 96).split(symbol).length - 1,
  );
  expect(counts).toEqual(Array.from({ length: 32 }, () => 3));
});
