import { randomBytes } from 'node:crypto';
import { ApiError } from '@latchkey/contracts/errors';
import fc from 'fast-check';
import { digestBinding } from './cursor-binding.ts';
import { createCursorSealer } from './cursor-sealer.ts';
import { definePageSpec } from './page-spec.ts';
import { pageInputErrors, readPageInputs, type PageInputs } from './read-page-inputs.ts';

const start = Date.UTC(2026, 10, 21, 10);
const keys = [{ kid: 'a', key: Buffer.alloc(32, 1) }];
const sealerAt = (nowMs: number) => createCursorSealer({ keys, now: () => nowMs, randomBytes });
const spec = definePageSpec({ key: 'notes.search', defaultLimit: 20, cursorScope: ['owner'] });
const search = { spec, sealer: sealerAt(start), filters: { status: 'active' }, scope: { owner: 'u1' } };
const binding = digestBinding(spec, search);
const key = { createdAtMs: start - 5, id: 'n-1' };
const cursor = search.sealer.seal(key, binding);
const offsetOf = (inputs: PageInputs) => {
  const plan = readPageInputs(inputs, search);
  return plan.kind === 'offset' ? plan.offset : NaN;
};

function failureOf(inputs: PageInputs, other: Partial<typeof search> = {}): unknown {
  try {
    return readPageInputs(inputs, { ...search, ...other });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, message: error.message, field: error.field };
  }
}

const bad = {
  page_number: {
    code: 'invalid_page_number',
    message: 'page_number must be a whole number from 1 to 9007199254740991',
    field: 'page_number',
  },
  offset: {
    code: 'invalid_offset',
    message: 'offset must be a whole number from 0 to 9007199254740991',
    field: 'offset',
  },
  cursor: {
    code: 'invalid_cursor',
    message: 'cursor must be a next_cursor of this search, with the same filters, at most 24 hours old',
    field: 'cursor',
  },
};

const notIntegers = [
  null,
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '-1',
  -1,
  1.5,
  '1.0',
  '1.5',
  '1e1',
  '0x1',
  'one',
  '１',
  true,
  false,
  [],
  [1],
  ['1'],
  {},
  Number.NaN,
  Infinity,
  -Infinity,
  2 ** 53,
  '9007199254740992',
  '9007199254740993',
  '9'.repeat(400),
];

test.each([...notIntegers, 0, '0', '000'])('page_number %j is refused', (page_number) => {
  expect(failureOf({ page_number })).toEqual(bad.page_number);
});

test.each(notIntegers)('offset %j is refused', (offset) => {
  expect(failureOf({ offset })).toEqual(bad.offset);
  expect(failureOf({ offset, page_number: 1 })).toEqual(bad.offset);
});

test.each([
  null,
  '',
  ' ',
  0,
  1,
  true,
  {},
  [],
  [cursor],
  'next',
  `${cursor}=`,
  ` ${cursor}`,
  cursor.slice(1),
  cursor.toLowerCase(),
  'x'.repeat(10_000),
])('cursor %j is refused and never falls through', (value) => {
  expect(failureOf({ cursor: value })).toEqual(bad.cursor);
  expect(failureOf({ cursor: value, offset: 0, page_number: 1 })).toEqual(bad.cursor);
});

test('a cursor of another endpoint, filter set or owner, or one a day old, is refused', () => {
  const elsewhere = definePageSpec({ key: 'notes.list', defaultLimit: 20, cursorScope: ['owner'] });
  expect(failureOf({ cursor }, { spec: elsewhere })).toEqual(bad.cursor);
  expect(failureOf({ cursor }, { filters: { status: 'expired' } })).toEqual(bad.cursor);
  expect(failureOf({ cursor }, { scope: { owner: 'u2' } })).toEqual(bad.cursor);
  expect(failureOf({ cursor }, { sealer: sealerAt(start + 24 * 60 * 60 * 1000) })).toEqual(bad.cursor);
});

test('a service may answer in a sentence of its own, under the same code', () => {
  const invalid = { code: 'invalid_offset', message: 'Invalid' } as const;
  expect(() =>
    readPageInputs({ offset: 'x' }, { ...search, errors: { ...pageInputErrors, offset: invalid } }),
  ).toThrow(new ApiError(invalid, { field: 'offset' }));
});

test('nothing given is the first page', () => {
  expect(readPageInputs({}, search)).toEqual({ kind: 'offset', limit: 20, offset: 0, binding });
  expect(
    readPageInputs(
      { limit: undefined, page_number: undefined, offset: undefined, cursor: undefined },
      search,
    ),
  ).toEqual({ kind: 'offset', limit: 20, offset: 0, binding });
});

test.each<[PageInputs, number]>([
  [{ page_number: 1 }, 0],
  [{ page_number: '3' }, 40],
  [{ page_number: 3, limit: '7' }, 14],
  [{ page_number: '0003' }, 40],
  [{ offset: 0 }, 0],
  [{ offset: '33' }, 33],
  [{ offset: 33, page_number: 9 }, 33],
  [{ offset: 0, page_number: 9 }, 0],
  [{ offset: 5, page_number: 'not looked at' }, 5],
  [{ offset: 5, page_number: null }, 5],
])('%j starts at %d', (inputs, offset) => {
  expect(readPageInputs(inputs, search)).toMatchObject({ kind: 'offset', offset });
});

test('a cursor outranks offset and page_number, which are not looked at', () => {
  const plan = { kind: 'keyset', limit: 5, after: key, binding };
  expect(readPageInputs({ cursor, limit: 5 }, search)).toEqual(plan);
  expect(readPageInputs({ cursor, limit: 5, offset: 'x', page_number: null }, search)).toEqual(plan);
});

describe.each([[null], [''], ['x'], [[1, 2]], [-3], [{}]])('the invalid limit %j is read as 20', (limit) => {
  test.each([
    ['a cursor', { cursor }],
    ['an offset', { offset: 3 }],
    ['a page number', { page_number: 3 }],
  ])('with %s', (_name, position) => {
    expect(readPageInputs({ limit, ...position }, search).limit).toBe(20);
  });
});

test.each([
  ['offset', 0],
  ['page_number', 1],
])('every %s that is let in leaves only safe integers behind', (name, smallest) => {
  const positions = fc.oneof(
    fc.maxSafeNat(),
    fc.integer({ min: 0, max: 200 }).map((n) => Number.MAX_SAFE_INTEGER - n),
  );
  fc.assert(
    fc.property(positions, fc.integer({ min: 1, max: 100 }), (position, limit) => {
      const offset = offsetOf({ [name]: Math.max(position, smallest), limit });
      expect(Number.isSafeInteger(offset) && Number.isSafeInteger(offset + limit)).toBe(true);
    }),
  );
});

test('a position below 2^53 is kept exactly, in whatever spelling', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 1, max: 100 }), (number, limit) => {
      expect(offsetOf({ offset: number })).toBe(number);
      expect(offsetOf({ offset: String(number) })).toBe(number);
      expect(offsetOf({ page_number: String(number + 1), limit })).toBe(number * limit);
    }),
  );
});
