import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { findMembership, type Membership } from './account.ts';

export function managesOrg({ role }: Membership): boolean {
  return role === 'owner' || role === 'admin';
}

/**
 * The membership by which a caller is owner or admin of the org that `org`, a slug or an id, names. Throws not_found to
 * everybody who is no member, forbidden to a plain member.
 */
export function assertManagesOrg(
  { memberships }: { readonly memberships: readonly Membership[] },
  org: string,
): Membership {
  const membership = findMembership(memberships, org);
  if (membership === undefined) throw new ApiError(errors.notFound, { field: 'org' });
  if (!managesOrg(membership)) throw new ApiError(errors.forbidden, { field: 'org' });
  return membership;
}
