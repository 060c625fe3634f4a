import { ApiError, isUuid } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import type { InvitationStore } from './invitation.ts';
import type { Actor } from './member-rules.ts';

type WithdrawPorts = EntryPorts & { readonly invitations: Pick<InvitationStore, 'withdraw'> };

/** Ends an open invitation. Throws not_found, and forbidden to an admin for an owner's. */
export async function withdraw(
  ports: WithdrawPorts,
  { id, orgId, by }: { readonly id: string; readonly orgId: string; readonly by: Actor },
  change: Pick<LogEvent, 'event' | 'userId' | 'actorId'>,
  origin: Origin,
): Promise<void> {
  const row = createEntry(ports, { ...change, orgId }, origin);
  const isDone = isUuid(id) && (await ports.invitations.withdraw({ id, orgId, by }, row));
  if (!isDone) throw new ApiError(errors.notFound, { field: 'invite' });
}
