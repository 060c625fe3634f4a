import { ApiError, foldEmail } from '@latchkey/contracts';
import type { Membership } from '../account/account.ts';
import { errors } from '../errors.ts';
import { actFreshly, type FreshPorts, type ShownAnew } from '../fresh-code/act-freshly.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../session/session.ts';
import { invitationLifeMs, type Invitation } from './invitation.ts';

type InvitePorts = EntryPorts & FreshPorts;

interface InviteRequest {
  readonly orgId: string;
  readonly email: string;
  readonly role: Membership['role'];
  readonly invitedBy: string;
  /** Whether the caller may invite owners: operators and owners may. */
  readonly mayInviteOwners: boolean;
  /** What an operator shows again to invite an owner. */
  readonly operator?: { readonly caller: Caller; readonly shown: ShownAnew };
}

/**
 * Makes an invitation that is valid for 7 days, once, and only for its own address. Throws forbidden when the caller
 * may not give that role, and what a fresh code throws. Source: contract part 2 "Addresses and invitations".
 */
export async function invite(
  ports: InvitePorts,
  { orgId, email, role, invitedBy, mayInviteOwners, operator }: InviteRequest,
  change: Pick<LogEvent, 'event' | 'userId' | 'actorId'>,
  origin: Origin,
): Promise<Invitation> {
  if (role === 'owner' && !mayInviteOwners) throw new ApiError(errors.forbidden, { field: 'role' });
  const createdAt = new Date(ports.now());
  const expiresAt = new Date(ports.now() + invitationLifeMs);
  const id = ports.newId();
  const invitation = { id, orgId, email: foldEmail(email), role, invitedBy, createdAt, expiresAt };
  const row = createEntry(ports, { ...change, orgId }, origin);
  const fresh = operator !== undefined && role === 'owner' && { ...operator, origin };
  await actFreshly(ports, fresh, async ({ invitations }) => {
    await invitations.add(invitation, row);
    return true;
  });
  return invitation;
}
