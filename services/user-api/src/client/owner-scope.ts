import { managesOrg } from '../account/managed-org.ts';
import { hasOperatorPower } from '../session/operator-power.ts';
import type { Caller } from '../session/session.ts';
import type { OwnerScope } from './client.ts';

/**
 * Whose clients a caller may see: their own and those of orgs where they are owner or admin; with an operator's power
 * all. A member token speaks for its org only. Source: contract part 2 "Guarded routes".
 */
export function ownerScopeOf(
  caller: Pick<Caller, 'account' | 'claims' | 'member' | 'memberships'>,
): OwnerScope {
  const { account, member, memberships } = caller;
  const orgIds = memberships.filter(managesOrg).map(({ orgId }) => orgId);
  if (member !== null) return { all: false, ownerIds: orgIds };
  if (hasOperatorPower(caller)) return { all: true };
  return { all: false, ownerIds: [account.id, ...orgIds.toSorted()] };
}
