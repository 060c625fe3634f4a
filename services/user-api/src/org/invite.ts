import { foldEmail } from '@latchkey/contracts';
import type { Membership } from '../account/account.ts';
import { actFreshly, type FreshPorts, type ShownAnew } from '../fresh-code/act-freshly.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../session/session.ts';
import { invitationLifeMs, type Invitation } from './invitation.ts';

type InvitePorts = EntryPorts & FreshPorts & { readonly invitationLimit: number };

/** An operator, and what they show again to invite an owner. */
interface InvitingOperator {
  readonly caller: Caller;
  readonly shown: ShownAnew;
}

interface InviteRequest {
  readonly orgId: string;
  readonly email: string;
  readonly role: Membership['role'];
  readonly invitedBy: string;
  readonly operator?: InvitingOperator;
}

/**
 * Makes an invitation that is valid for 7 days, once, and only for its own address. Throws forbidden when the caller
 * may not give that role or replace the open invitation, quota_exceeded, and what a fresh code throws. Source: contract
 * part 2 "Addresses and invitations".
 */
export async function invite(
  ports: InvitePorts,
  { orgId, email, role, invitedBy, operator }: InviteRequest,
  change: Pick<LogEvent, 'event' | 'userId' | 'actorId'>,
  origin: Origin,
): Promise<Invitation> {
  const createdAt = new Date(ports.now());
  const expiresAt = new Date(ports.now() + invitationLifeMs);
  const id = ports.newId();
  const invitation = { id, orgId, email: foldEmail(email), role, invitedBy, createdAt, expiresAt };
  const row = createEntry(ports, { ...change, orgId }, origin);
  const fresh = operator !== undefined && role === 'owner' && { ...operator, origin };
  await actFreshly(ports, fresh, async ({ invitations }) => {
    const by = operator === undefined ? invitedBy : null;
    await invitations.add(invitation, row, { by, limit: ports.invitationLimit });
    return true;
  });
  return invitation;
}
