import { isOperator, type Account, type Membership } from '../account/account.ts';
import type { OwnerScope } from './client.ts';

/**
 * Whose clients a person may see: their own and those of orgs where they are owner or admin; an operator all. A
 * member token speaks for its org alone. Source: contract part 2 "Guarded routes".
 */
export function ownerScopeOf(
  account: Pick<Account, 'id' | 'kind'>,
  member: Membership | null,
  memberships: readonly Membership[],
): OwnerScope {
  if (member !== null)
    return { all: false, ownerIds: isOperator(account) || managesOrg(member) ? [member.orgId] : [] };
  if (isOperator(account)) return { all: true };
  const orgIds = memberships.filter(managesOrg).map(({ orgId }) => orgId);
  return { all: false, ownerIds: [account.id, ...orgIds.toSorted()] };
}

function managesOrg({ role }: Membership): boolean {
  return role === 'owner' || role === 'admin';
}
