import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';

export interface InvitationCounts {
  /** Open ones, without the one that is replaced. */
  readonly open: number;
  /** Those that its owners and admins made since the day began in UTC. */
  readonly ofDay: number;
}

/**
 * Throws quota_exceeded where an org may have no more invitations: `limit` open ones, half as many a day; 0 is no limit.
 * Source: contract part 2 "People of an org".
 */
export function assertMayInviteMore(limit: number, { open, ofDay }: InvitationCounts): void {
  if (limit === 0) return;
  const aDay = Math.ceil(limit / 2);
  const message =
    open >= limit
      ? `The org has reached its limit of open invitations: ${limit}`
      : `The org has reached its limit of invitations in a day: ${aDay}`;
  if (open >= limit || ofDay >= aDay) throw new ApiError({ ...errors.invitationsFull, message });
}
