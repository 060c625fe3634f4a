import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { assertOperatorPower, hasOperatorPower } from '../session/operator-power.ts';
import type { Caller } from '../session/session.ts';
import { isPowerful, owns, type Client, type ClientStore, type FoundClient } from './client.ts';
import { ownerScopeOf, ownOf } from './owner-scope.ts';

export interface ManagePorts extends EntryPorts {
  readonly clients: ClientStore;
}

/** A client that the caller may see and change. Another owner's is not_found, as an unknown one is. */
export async function findManagedClient(
  ports: ManagePorts,
  caller: Caller,
  clientId: string,
  field = 'client_id',
): Promise<FoundClient> {
  const found = await ports.clients.find(clientId, new Date(ports.now()));
  if (found === undefined || !owns(ownerScopeOf(caller), found.client.ownerId))
    throw new ApiError(errors.notFound, { field });
  return found;
}

/**
 * A client that the caller may change. One with the grant relay or the scope admin is changed with admin alone, whoever
 * owns it: it lets in whom it likes. Throws not_found, and forbidden or insufficient_scope for such a client.
 */
export async function findChangeableClient(
  ports: ManagePorts,
  caller: Caller,
  clientId: string,
  field?: string,
): Promise<FoundClient> {
  const found = await findManagedClient(ports, caller, clientId, field);
  if (isPowerful(found.client)) assertOperatorPower(caller);
  return found;
}

/** Throws state_conflict for an archived client, which can only be restored. */
export function assertOpen({ archivedAt }: Client): void {
  if (archivedAt !== null) throw new ApiError(errors.clientArchived);
}

/** Whether a client is the caller's own, or of an org that the caller manages: an operator's power aside. */
export function isOwn(caller: Caller, { ownerId }: Client): boolean {
  return owns(ownOf(caller), ownerId);
}

/** What the log records of a change; when an operator changes the client of somebody else, also who the operator is. */
export function describeChange(
  caller: Caller,
  { clientId, ownerKind, ownerId }: Client,
  event: LogEvent['event'],
): LogEvent {
  const userId = caller.account.id;
  const orgId = ownerKind === 'org' ? ownerId : null;
  if (!hasOperatorPower(caller) || ownerId === userId) return { event, userId, orgId, clientId };
  return { event, userId: ownerKind === 'user' ? ownerId : null, actorId: userId, orgId, clientId };
}

/** Vouches for the name of a client, or takes that back. Throws not_found, state_conflict, already_exists. */
export async function verifyClient(
  ports: ManagePorts,
  caller: Caller,
  { clientId, verified }: { clientId: string; verified: boolean },
  origin: Origin,
): Promise<Client> {
  const { client } = await findManagedClient(ports, caller, clientId);
  assertOpen(client);
  const event = describeChange(caller, client, verified ? 'admin.client.verify' : 'admin.client.unverify');
  const changed = await ports.clients.setVerified(clientId, verified, createEntry(ports, event, origin));
  if (changed === undefined) throw new ApiError(errors.clientMarked, { field: 'verified' });
  return changed;
}

/** Archives or restores a client; one caller does it. Throws not_found, state_conflict, already_exists. */
export async function setArchived(
  ports: ManagePorts,
  caller: Caller,
  { clientId, isArchived }: { clientId: string; isArchived: boolean },
  origin: Origin,
): Promise<Client> {
  const find = isArchived ? findManagedClient : findChangeableClient;
  const { client } = await find(ports, caller, clientId);
  const event = describeChange(caller, client, isArchived ? 'client.archive' : 'client.restore');
  const changed = await ports.clients.setArchived(clientId, isArchived, createEntry(ports, event, origin));
  if (changed === undefined)
    throw new ApiError(isArchived ? errors.clientArchived : errors.clientNotArchived);
  return changed;
}
