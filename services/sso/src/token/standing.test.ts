import type { RefreshFamily } from '../family/family.ts';
import type { Standing } from '../sibling/user-api.ts';
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
const family: RefreshFamily = {
  id: 'family',
  clientId: 'demo-cli',
  userId: standing.userId,
  scope: 'openid',
  audience: [],
  amr: [],
  authTime: new Date(5_000),
  jkt: null,
  tokenHash: '',
  linkHash: '',
  generation: 0,
  rotations: 0,
  rotationsSince: null,
  createdAt: new Date(5_499),
  issuedAt: new Date(5_499),
  idleExpiresAt: new Date(1e9),
  absoluteExpiresAt: new Date(1e9),
  deliveredAt: null,
  revokedAt: null,
};
const iat = 5;
const kept = { ...standing, keptFamilyId: family.id };

test.each([
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
])('isActiveSince, familyStands and tokenStands for %s', (_what, seen, stands) => {
  const found = [
    isActiveSince(seen, family.createdAt.getTime()),
    familyStands(seen, family),
    tokenStands(seen, family, { iat }),
  ];
  expect(found).toEqual(stands);
});
