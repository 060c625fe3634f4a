import { ApiError, foldEmail } from '@latchkey/contracts';
import type { Membership } from '../account/account.ts';
import { errors } from '../errors.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { invitationLifeMs, type Invitation, type InvitationStore } from './invitation.ts';

interface InvitePorts extends EntryPorts {
  readonly invitations: InvitationStore;
}

interface InviteRequest {
  readonly orgId: string;
  readonly email: string;
  readonly role: Membership['role'];
  readonly invitedBy: string;
  /** Whether the caller may invite owners: operators and owners may. */
  readonly mayInviteOwners: boolean;
}

/**
 * Makes an invitation that is valid for 7 days, once, and only for its own address. Throws forbidden when the caller
 * may not give that role. Source: contract part 2 "Addresses and invitations".
 */
export async function invite(
  ports: InvitePorts,
  { orgId, email, role, invitedBy, mayInviteOwners }: InviteRequest,
  change: Pick<LogEvent, 'event' | 'userId' | 'actorId'>,
  origin: Origin,
): Promise<Invitation> {
  if (role === 'owner' && !mayInviteOwners) throw new ApiError(errors.forbidden, { field: 'role' });
  const createdAt = new Date(ports.now());
  const expiresAt = new Date(ports.now() + invitationLifeMs);
  const id = ports.newId();
  const invitation = { id, orgId, email: foldEmail(email), role, invitedBy, createdAt, expiresAt };
  await ports.invitations.add(invitation, createEntry(ports, { ...change, orgId }, origin));
  return invitation;
}
