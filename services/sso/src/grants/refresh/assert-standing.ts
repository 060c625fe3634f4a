import { ApiError } from '@latchkey/contracts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import type { RefreshFamily } from '../../oauth/family/family.ts';
import { familyStands, grantOfRoad, mayHold } from '../../oauth/token/standing.ts';
import type { Standing } from '../../sibling/standing.ts';
import type { TokenRequest } from '../grant.ts';
import { refuse } from './refuse.ts';

/**
 * The account is active, has voided nothing since the family began, and the client still has the grant that the family
 * was made with. Throws invalid_grant. Source: contract part 1 "Token package".
 */
export async function assertStanding(
  { userApi }: SsoContext,
  { client, traceparent }: TokenRequest,
  family: RefreshFamily,
): Promise<Standing> {
  if (!mayHold(client, family)) throw refuse(`the client may not use the grant ${grantOfRoad[family.road]}`);
  const standing = await userApi.findRecentStanding(family.userId, traceparent);
  if (!familyStands(standing, family)) throw new ApiError(errors.accountInactive);
  return standing;
}
