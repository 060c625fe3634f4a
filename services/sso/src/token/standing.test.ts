import type { Standing } from '../sibling/standing.ts';
import { familyStands, isActiveSince, tokenStands } from './standing.ts';

const standing: Standing = {
  userId: 'user-1',
  email: 'a@b.test',
  isEmailVerified: true,
  name: 'A',
  kind: 'user',
  isActive: true,
  groups: [],
  tokensValidAfterMs: 5_500,
};
const id = 'family';
/** Of an older version, which kept a time of sso alone. */
const older = { id, createdAt: new Date(5_499), tokensValidAfter: null };
const seen = (ms: number, createdAtMs = 5_499) => ({
  id,
  createdAt: new Date(createdAtMs),
  tokensValidAfter: new Date(ms),
});
const kept = { ...standing, keptFamilyId: id };
const iat = 5;

describe('a family that has seen what was void', () => {
  const [behind, ahead] = [1, 1e9];

  test.each<[string, Standing | undefined, ReturnType<typeof seen>, [boolean, boolean]]>([
    ['under the value of now, by a clock that is behind', standing, seen(5_500, behind), [true, true]],
    ['before a void, by a clock that is ahead', standing, seen(5_499, ahead), [false, false]],
    ['never a void, by a clock that is ahead', standing, seen(0, ahead), [false, false]],
    ['a later value than a standing that is some seconds old', standing, seen(5_501, behind), [true, true]],
    ['a void that kept another one', { ...kept, keptFamilyId: 'b' }, seen(5_499, ahead), [false, false]],
    ['a void that kept it', { ...kept, keptValidAfterMs: 5_000 }, seen(0), [true, true]],
    ['a void that kept it, and older tokens', { ...kept, keptValidAfterMs: 6_000 }, seen(0), [true, false]],
    ['a void that kept it, by an older user-api', kept, seen(0), [true, true]],
    [
      'the value of now, of an account that is not active',
      { ...kept, isActive: false },
      seen(5_500),
      [false, false],
    ],
    ['the value of now, of an account that is gone', undefined, seen(5_500), [false, false]],
  ])('%s', (_what, now, family, stands) => {
    expect([familyStands(now, family), tokenStands(now, family, { iat })]).toEqual(stands);
  });
});

test.each<[string, Standing | undefined, [boolean, boolean, boolean]]>([
  ['a family that is older than the void', standing, [false, false, false]],
  [
    'a family that is older than a void which kept another family',
    { ...kept, keptFamilyId: 'b' },
    [false, false, false],
  ],
  ['the family that the void kept', kept, [false, true, true]],
  [
    'the family that the void kept, with a token of an earlier second',
    { ...kept, tokensValidAfterMs: 6_000 },
    [false, true, false],
  ],
  [
    'a family of the same millisecond as the void',
    { ...standing, tokensValidAfterMs: 5_499 },
    [true, true, true],
  ],
  [
    'a family of an account that is not active',
    { ...kept, tokensValidAfterMs: 0, isActive: false },
    [false, false, false],
  ],
  ['a family of an unknown account', undefined, [false, false, false]],
])('by their times alone, as an older version has made them: %s', (_what, now, stands) => {
  const found = [
    isActiveSince(now, older.createdAt.getTime()),
    familyStands(now, older),
    tokenStands(now, older, { iat }),
  ];
  expect(found).toEqual(stands);
});
