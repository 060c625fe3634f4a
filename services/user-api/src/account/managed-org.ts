import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import { findMembership, type Account, type AccountStore, type Membership } from './account.ts';

/** Whether a member may act for the whole org. */
export function managesOrg({ role }: Membership): boolean {
  return role === 'owner' || role === 'admin';
}

/**
 * The membership of a caller who is owner or admin of the org that `org`, a slug or an id, names. A member token speaks
 * for its org alone. Throws not_found to everybody who is no member, forbidden to a plain member.
 */
export async function findManagedOrg(
  accounts: Pick<AccountStore, 'listMemberships'>,
  { account, member }: { readonly account: Pick<Account, 'id'>; readonly member: Membership | null },
  org: string,
): Promise<Membership> {
  const own = member === null ? await accounts.listMemberships(account.id) : [member];
  const membership = findMembership(own, org);
  if (membership === undefined) throw new ApiError(errors.notFound, { field: 'org' });
  if (!managesOrg(membership)) throw new ApiError(errors.forbidden, { field: 'org' });
  return membership;
}
