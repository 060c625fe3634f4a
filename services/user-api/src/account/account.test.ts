import { isTokenVoid } from './account.ts';

const at = (ms: number | null) => (ms === null ? null : new Date(ms));

test.each<[string, number | null, { tokensValidAfter?: Date | null }, number, boolean]>([
  ['an account that has voided nothing', null, { tokensValidAfter: null }, 0, false],
  ['a device of an older version, of the second before', 10_000, {}, 9, true],
  ['a device of an older version, of that second', 10_000, {}, 10, false],
  ['a session that was kept, of the second before', 10_000, { tokensValidAfter: null }, 9, true],
  ['one kept twice, of the second before', 10_000, { tokensValidAfter: new Date(5_000) }, 9, true],
  ['a session that was kept, of that second', 10_000, { tokensValidAfter: null }, 10, false],
  [
    'a session or device of since then, though sso’s clock is behind',
    10_000,
    { tokensValidAfter: new Date(10_000) },
    0,
    false,
  ],
])('a token of %s: void at %j, opened under %j, iat %i: %s', (_of, voidMs, session, iat, expected) => {
  const account = { tokensValidAfter: at(voidMs), keptValidAfter: null };
  expect(isTokenVoid(account, session, { iat })).toBe(expected);
});

test.each([
  [1, true],
  [2, false],
])('a token of what was kept, by the clock of sso, which is behind: iat %i: %s', (iat, expected) => {
  const account = { tokensValidAfter: new Date(10_000), keptValidAfter: new Date(2_500) };
  expect(isTokenVoid(account, { tokensValidAfter: null }, { iat })).toBe(expected);
  expect(isTokenVoid(account, { tokensValidAfter: new Date(5_000) }, { iat })).toBe(expected);
});
