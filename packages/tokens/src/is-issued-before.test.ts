import { isIssuedBefore } from './is-issued-before.ts';

test.each([
  [5_999, false],
  [6_000, true],
  [5_000, false],
  [0, false],
])('a token of second 5 was issued before %i ms: %s', (momentMs, expected) => {
  expect(isIssuedBefore({ iat: 5 }, momentMs)).toBe(expected);
});
