import { managesOrg } from '../accounts/managed-org.ts';
import { hasOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { owns, type Client, type OwnerScope } from './client.ts';

/**
 * Whose clients a caller may see: their own and those of orgs where they are owner or admin; with an operator's power
 * all. A member token speaks for its org only. Source: contract part 2 "Guarded routes".
 */
export function ownerScopeOf(
  caller: Pick<Caller, 'account' | 'claims' | 'member' | 'memberships'>,
): OwnerScope {
  return caller.member === null && hasOperatorPower(caller) ? { all: true } : ownOf(caller);
}

/** The same without an operator's power. */
function ownOf({
  account,
  member,
  memberships,
}: Pick<Caller, 'account' | 'member' | 'memberships'>): OwnerScope {
  const orgIds = memberships.filter(managesOrg).map(({ orgId }) => orgId);
  if (member !== null) return { all: false, ownerIds: orgIds };
  return { all: false, ownerIds: [account.id, ...orgIds.toSorted()] };
}

/** Whether a client is the caller's own, or of an org that the caller manages: an operator's power aside. */
export function isOwn(
  caller: Pick<Caller, 'account' | 'member' | 'memberships'>,
  { ownerId }: Pick<Client, 'ownerId'>,
): boolean {
  return owns(ownOf(caller), ownerId);
}
