import { isTokenVoid } from './account.ts';

test.each<[string, number | null, { tokensValidAfter?: Date | null }, number, boolean]>([
  ['an account that has voided nothing', null, { tokensValidAfter: null }, 0, false],
  ['a device, of the second before', 10_000, {}, 9, true],
  ['a device, of that second', 10_000, {}, 10, false],
  ['a session that was kept, of the second before', 10_000, { tokensValidAfter: null }, 9, true],
  ['one kept twice, of the second before', 10_000, { tokensValidAfter: new Date(5_000) }, 9, true],
  ['a session that was kept, of that second', 10_000, { tokensValidAfter: null }, 10, false],
  [
    'a session opened since, though sso’s clock is behind',
    10_000,
    { tokensValidAfter: new Date(10_000) },
    0,
    false,
  ],
])('a token of %s: void at %j, opened under %j, iat %i: %s', (_of, voidMs, session, iat, expected) => {
  const tokensValidAfter = voidMs === null ? null : new Date(voidMs);
  expect(isTokenVoid({ tokensValidAfter }, session, { iat })).toBe(expected);
});
