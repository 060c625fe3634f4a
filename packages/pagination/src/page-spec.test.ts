import { definePageSpec } from './page-spec.ts';

const given = { key: 'notes.search', cursorScope: ['owner'] };

test.each([
  [0, 100],
  [-1, 100],
  [1.5, 100],
  [Number.NaN, 100],
  [20, 19],
  [20, 20.5],
  [20, Infinity],
])('a default of %d with a maximum of %d is refused', (defaultLimit, maximumLimit) => {
  expect(() => definePageSpec({ ...given, defaultLimit, maximumLimit })).toThrow(
    'Page spec notes.search: whole numbers with 1 <= defaultLimit <= maximumLimit are needed',
  );
});

test('the fallback maximum is 100 and holds for the default too', () => {
  expect(definePageSpec({ ...given, defaultLimit: 20 })).toEqual({
    key: 'notes.search',
    defaultLimit: 20,
    maximumLimit: 100,
    sort: 'created_at desc, id desc',
    cursorScope: ['owner'],
  });
  expect(() => definePageSpec({ ...given, defaultLimit: 101 })).toThrow('defaultLimit <= maximumLimit');
});

test('an endpoint may set its own maximum', () => {
  expect(definePageSpec({ ...given, defaultLimit: 500, maximumLimit: 500 }).maximumLimit).toBe(500);
});
