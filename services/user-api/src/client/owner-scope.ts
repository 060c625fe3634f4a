import type { AccountStore } from '../account/account.ts';
import { managesOrg } from '../account/managed-org.ts';
import { hasOperatorPower } from '../session/operator-power.ts';
import type { Caller } from '../session/session.ts';
import type { OwnerScope } from './client.ts';

/**
 * Whose clients a caller may see: their own and those of orgs where they are owner or admin; with an operator's power
 * all. A member token speaks for its org alone. Memberships are asked for only where they count. Source: contract part 2
 * "Guarded routes".
 */
export async function findOwnerScope(
  accounts: Pick<AccountStore, 'listMemberships'>,
  caller: Pick<Caller, 'account' | 'claims' | 'member'>,
): Promise<OwnerScope> {
  const { account, member } = caller;
  if (member !== null) return { all: false, ownerIds: managesOrg(member) ? [member.orgId] : [] };
  if (hasOperatorPower(caller)) return { all: true };
  const memberships = await accounts.listMemberships(account.id);
  const orgIds = memberships.filter(managesOrg).map(({ orgId }) => orgId);
  return { all: false, ownerIds: [account.id, ...orgIds.toSorted()] };
}
