import { ApiError } from '@latchkey/contracts';
import type { Membership } from '../../accounts/account.ts';
import { errors } from '../../errors.ts';

/** Who acts on the people of an org: the account of a member, or null for an operator, who may do everything. */
export type Actor = string | null;

/** A change of a member, as it is found while nobody else can change who is in the org. */
export interface MemberStanding {
  /** The role of who acts; null for an operator, and for somebody who is no member any more. */
  readonly byRole: Membership['role'] | null;
  /** The member's own; null for somebody who is no member. */
  readonly role: Membership['role'] | null;
  /** No other owner of the org has an active account. */
  readonly isLastOwner: boolean;
}

/**
 * Owners and admins manage the people of an org, and only owners make, change, remove or invite an owner. Throws
 * not_found to somebody who is no member, else forbidden.
 */
export function assertManagesPeople(byRole: Membership['role'] | null, concernsOwner: boolean): void {
  if (byRole === null) throw new ApiError(errors.notFound, { field: 'org' });
  if (byRole === 'member') throw new ApiError(errors.forbidden, { field: 'org' });
  if (concernsOwner && byRole !== 'owner') throw new ApiError(errors.ownersOnly);
}

/**
 * Whether a member may be given a role, or be removed (`to` null): everybody may leave, and the last active owner stays.
 * Throws not_found, forbidden, state_conflict. Source: contract part 2 "People of an org".
 */
export function assertMayChange(
  { byRole, role, isLastOwner }: MemberStanding,
  { by, userId, to }: { readonly by: Actor; readonly userId: string; readonly to: Membership['role'] | null },
): void {
  const isLeaving = by === userId && to === null;
  if (by !== null && !isLeaving) assertManagesPeople(byRole, role === 'owner' || to === 'owner');
  if (isLastOwner && to !== 'owner') throw new ApiError(errors.lastOwner);
}
