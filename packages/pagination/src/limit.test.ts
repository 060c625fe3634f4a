import fc from 'fast-check';
import { normaliseLimit } from './read-page-inputs.ts';

const spec = { defaultLimit: 20, maximumLimit: 100 };

describe('takes the default', () => {
  test.each([
    undefined,
    null,
    '',
    '   ',
    true,
    false,
    [],
    [5],
    ['5', '6'],
    {},
    '5abc',
    'abc5',
    0,
    '0',
    -0,
    -1,
    '-1',
    0.5,
    '0.5',
    '.5',
    0.999,
    Number.NaN,
    'NaN',
    -Infinity,
    '-1e400',
    'Infinity',
    '0x10',
    '0b11',
    '1_0',
    '1,000',
    '5 5',
    '1e',
    'e5',
    '.',
    '+',
    '1.2.3',
    '５',
    '1e-1',
  ])('the limit %j', (raw) => {
    expect(normaliseLimit(raw, spec)).toBe(20);
  });
});

describe('is cut to an integer and clamped', () => {
  test.each([
    [1, 1],
    ['1', 1],
    [20.7, 20],
    ['20.7', 20],
    [1.9, 1],
    ['20.', 20],
    [' 5 ', 5],
    ['+5', 5],
    ['007', 7],
    ['1e1', 10],
    ['2.5E1', 25],
    [99.9, 99],
    [100, 100],
    [101, 100],
    [100.5, 100],
    ['101', 100],
    [1e300, 100],
    [Number.MAX_SAFE_INTEGER, 100],
    [Infinity, 100],
    ['1e400', 100],
    ['9'.repeat(400), 100],
  ])('%j is %d', (raw, limit) => {
    expect(normaliseLimit(raw, spec)).toBe(limit);
  });
});

test('1e400 in a JSON body is clamped', () => {
  expect(normaliseLimit(JSON.parse('1e400'), spec)).toBe(100);
});

test('a hostile text of a hundred thousand digits is read in one pass', () => {
  expect(normaliseLimit(`${'1'.repeat(100_000)}x`, spec)).toBe(20);
});

test('the default of a spec may lie beneath a small maximum', () => {
  expect(normaliseLimit('50', { defaultLimit: 3, maximumLimit: 7 })).toBe(7);
  expect(normaliseLimit('no', { defaultLimit: 3, maximumLimit: 7 })).toBe(3);
});

test('any value at all gives a whole number from 1 to the maximum', () => {
  fc.assert(
    fc.property(fc.anything(), (raw) => {
      const limit = normaliseLimit(raw, spec);
      expect(Number.isInteger(limit) && limit >= 1 && limit <= 100).toBe(true);
    }),
  );
});

test('a number and its decimal text are the same limit', () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      fc.pre(Number.isFinite(number));
      expect(normaliseLimit(String(number), spec)).toBe(normaliseLimit(number, spec));
    }),
  );
});
