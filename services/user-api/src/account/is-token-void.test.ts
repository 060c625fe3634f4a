import { isTokenVoid } from './is-token-void.ts';

test.each<[string, number | null, number | null, number, boolean]>([
  ['an account that has voided nothing', null, 0, 0, false],
  ['a device, of the second before', 10_000, null, 9, true],
  ['a device, of that second', 10_000, null, 10, false],
  ['a session of before, of the second before', 10_000, 9_999, 9, true],
  ['a session of before, of that second', 10_000, 9_999, 10, false],
  ['a session of that moment, though sso’s clock is behind', 10_000, 10_000, 9, false],
  ['a session since, though sso’s clock is behind', 10_000, 10_001, 0, false],
])('a token of %s: void at %j, begun at %j, iat %i: %s', (_of, voidMs, createdMs, iat, expected) => {
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  const [tokensValidAfter, createdAt] = [dateOf(voidMs), dateOf(createdMs)];
  expect(isTokenVoid({ tokensValidAfter }, { createdAt }, { iat })).toBe(expected);
});
