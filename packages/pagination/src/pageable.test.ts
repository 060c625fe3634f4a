import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createCursorSealer } from './cursor-sealer.ts';
import type { OffsetPlan, PageSlice } from './page-plan.ts';
import { pageableSchema, pageInputProperties, toPageable } from './pageable.ts';

const sealer = createCursorSealer({
  keys: [{ kid: 'a', key: Buffer.alloc(32, 1) }],
  now: () => Date.UTC(2026, 10, 21),
  randomBytes,
});
const plan: OffsetPlan = { kind: 'offset', limit: 20, offset: 0, binding: 'binding' };
const slice: PageSlice<string> = { items: ['a', 'b'], totalCount: 2, offset: 0, lastKey: null };

test('nothing that matches is page 1 of 0', () => {
  expect(toPageable({ ...slice, items: [], totalCount: 0 }, plan, sealer)).toEqual({
    items: [],
    limit: 20,
    total_count: 0,
    next_offset: 20,
    page_number: 1,
    page_total: 0,
    next_cursor: null,
  });
});

test('the page takes the offset that the store found, not that of the plan', () => {
  const drifted = { ...slice, totalCount: 47, offset: 45 };
  expect(toPageable(drifted, { ...plan, offset: 20 }, sealer)).toEqual({
    items: ['a', 'b'],
    limit: 20,
    total_count: 47,
    next_offset: 65,
    page_number: 3,
    page_total: 3,
    next_cursor: null,
  });
});

test('next_cursor opens to the last item and fits this search only', () => {
  const lastKey = { createdAtMs: 17, id: 'b' };
  const { next_cursor } = toPageable({ ...slice, totalCount: 90, offset: 7, lastKey }, plan, sealer);
  expect(sealer.open(next_cursor ?? '', 'binding')).toEqual(lastKey);
  expect(sealer.open(next_cursor ?? '', 'other')).toBeUndefined();
});

test('page arithmetic is exact up to 2^53', () => {
  const limits = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), limits, (total, anyOffset, limit) => {
      const offset = Math.min(anyOffset, Number.MAX_SAFE_INTEGER - limit);
      const totalCount = Math.min(total, 2 ** 50);
      const page = toPageable({ ...slice, totalCount, offset }, { ...plan, limit }, sealer);
      expect(BigInt(page.page_number)).toBe(BigInt(offset) / BigInt(limit) + 1n);
      expect(BigInt(page.page_total)).toBe((BigInt(totalCount) + BigInt(limit) - 1n) / BigInt(limit));
      expect(page.next_offset).toBe(offset + limit);
    }),
  );
});

test('the output schema names every member, and its items are those given', () => {
  const schema = pageableSchema({
    title: 'Thing',
    type: 'object',
    properties: { id: { type: 'string' } },
  } as const);
  const itemType: 'string' = schema.properties.items.items.properties.id.type;
  expect(itemType).toBe('string');
  const page = toPageable(slice, plan, sealer);
  expect(Object.keys(schema.properties)).toEqual(Object.keys(page));
  expect(schema.required).toEqual(Object.keys(page));
});

test('the input schema restricts no type, so that a bad limit reaches its default', () => {
  expect(Object.keys(pageInputProperties)).toEqual(['limit', 'page_number', 'offset', 'cursor']);
  const typed = Object.entries(pageInputProperties).filter(([, property]) => 'type' in property);
  expect(typed).toEqual([]);
});
