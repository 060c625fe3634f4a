import { isTokenVoid } from './voiding.ts';

const at = (ms: number | null) => (ms === null ? null : new Date(ms));
type Base = Parameters<typeof isTokenVoid>[1];
const session = (tokensValidAfter: Date | null): Base => ({
  id: 'session',
  kind: 'client',
  tokensValidAfter,
});
const device = (tokensValidAfter: Date): Base => ({ id: 'family', kind: 'device', tokensValidAfter });

test.each<[string, number | null, Base, number, boolean]>([
  ['an account that has voided nothing', null, session(null), 0, false],
  ['a device that was not kept, though sso’s clock is ahead', 10_000, device(new Date(0)), 99, true],
  ['a session that was kept, of the second before', 10_000, session(null), 9, true],
  ['one kept twice, of the second before', 10_000, session(new Date(5_000)), 9, true],
  ['a session that was kept, of that second', 10_000, session(null), 10, false],
  ['a session of since then, though sso’s clock is behind', 10_000, session(new Date(10_000)), 0, false],
  ['a device of since then, though sso’s clock is behind', 10_000, device(new Date(10_000)), 0, false],
])('a token of %s: void at %j, opened under %j, iat %i: %s', (_of, voidMs, base, iat, expected) => {
  const account = { tokensValidAfter: at(voidMs), keptFamilyId: 'another', keptValidAfter: at(voidMs) };
  expect(isTokenVoid(account, base, { iat })).toBe(expected);
});

describe.each([
  [1, true],
  [2, false],
])('a token of what was kept, by the clock of sso, which is behind: iat %i: %s', (iat, expected) => {
  const [tokensValidAfter, keptValidAfter] = [new Date(10_000), new Date(2_500)];
  const account = { tokensValidAfter, keptFamilyId: 'family', keptValidAfter };
  test.each([session(null), session(new Date(5_000)), device(new Date(0))])('opened under %j', (base) => {
    expect(isTokenVoid(account, base, { iat })).toBe(expected);
  });
});

test.each([session(null), device(new Date(0))])(
  'a token from before a change that kept nothing is void, opened under %j',
  (base) => {
    const account = { tokensValidAfter: new Date(10_000), keptFamilyId: null, keptValidAfter: null };
    expect(isTokenVoid(account, base, { iat: 99 })).toBe(true);
  },
);
