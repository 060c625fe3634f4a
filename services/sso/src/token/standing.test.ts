import type { Standing } from '../sibling/standing.ts';
import { familyStands, tokenStands } from './standing.ts';

const standing: Standing = {
  userId: 'user-1',
  email: 'a@b.test',
  isEmailVerified: true,
  name: 'A',
  kind: 'user',
  isActive: true,
  deviceSignIn: true,
  groups: [],
  tokensValidAfterMs: 5_500,
};
const id = 'family';
const seen = (ms: number) => ({ id, tokensValidAfter: new Date(ms) });
const kept = { ...standing, keptFamilyId: id };
const iat = 5;

describe('a family that has seen what was void', () => {
  test.each<[string, Standing | undefined, ReturnType<typeof seen>, [boolean, boolean]]>([
    ['under the value of now', standing, seen(5_500), [true, true]],
    ['before a void', standing, seen(5_499), [false, false]],
    ['never a void', standing, seen(0), [false, false]],
    ['a later value than a standing that is some seconds old', standing, seen(5_501), [true, true]],
    ['a void that kept another one', { ...kept, keptFamilyId: 'b' }, seen(5_499), [false, false]],
    ['a void that kept it', { ...kept, keptValidAfterMs: 5_000 }, seen(0), [true, true]],
    ['a void that kept it, and older tokens', { ...kept, keptValidAfterMs: 6_000 }, seen(0), [true, false]],
    [
      'the value of now, of an account that is not active',
      { ...kept, isActive: false },
      seen(5_500),
      [false, false],
    ],
    ['the value of now, of an account that is gone', undefined, seen(5_500), [false, false]],
  ])('the standing of one with %s', (_what, now, family, stands) => {
    expect([familyStands(now, family), tokenStands(now, family, { iat, scope: 'openid' })]).toEqual(stands);
  });
});

test.each([
  ['user', false],
  ['admin', true],
  ['root', true],
] as const)('a token with admin of an account that is %s now: %s', (kind, stands) => {
  const token = { iat, scope: 'openid admin' };
  expect(tokenStands({ ...standing, kind }, seen(5_500), token)).toBe(stands);
});
