import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { assertOperatorPower, hasOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { actFreshly, type FreshPorts, type ShownAgain } from '../signing-in/act-freshly.ts';
import { isPowerful, owns, type Client, type ClientStore, type FoundClient } from './client.ts';
import type { ServiceAddresses } from './make-client.ts';
import { needsCode } from './may-list.ts';
import { assertNotHouse, type HousePorts } from './name-keys.ts';
import { ownerScopeOf } from './owner-scope.ts';

export type ClientPorts = FreshPorts<{ readonly clients: ClientStore }> & {
  readonly services: ServiceAddresses;
};

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

/**
 * Vouches for the name of a client, which needs a fresh code, or takes that back. Throws not_found, state_conflict,
 * already_exists, what a fresh code throws.
 */
export async function verifyClient(
  ports: FreshPorts<{ readonly clients: ClientStore }> & HousePorts,
  caller: Caller,
  { clientId, verified, shown }: { clientId: string; verified: boolean; shown: ShownAgain },
  origin: Origin,
): Promise<Client> {
  const { client } = await findManagedClient(ports, caller, clientId);
  assertOpen(client);
  if (verified) assertNotHouse(ports, client, 'client_id');
  const event = describeChange(caller, client, verified ? 'admin.client.verify' : 'admin.client.unverify');
  const row = createEntry(ports, event, origin);
  const fresh = verified && { caller, shown, origin };
  const changed = await actFreshly(ports, fresh, ({ clients }) =>
    clients.setVerified(clientId, verified, row),
  );
  if (changed === undefined) {
    const message = verified ? 'The client is verified already' : 'The client is not verified';
    throw new ApiError({ ...errors.clientMarked, message }, { field: 'verified' });
  }
  return changed;
}

/**
 * Archives or restores a client; one caller does it. Throws not_found, state_conflict, already_exists, what a fresh code
 * throws.
 */
export async function setArchived(
  ports: ClientPorts & HousePorts,
  caller: Caller,
  { clientId, isArchived, shown }: { clientId: string; isArchived: boolean; shown: ShownAgain },
  origin: Origin,
): Promise<Client> {
  const find = isArchived ? findManagedClient : findChangeableClient;
  const { client } = await find(ports, caller, clientId);
  if (!isArchived) assertNotHouse(ports, client, 'client_id');
  const event = describeChange(caller, client, isArchived ? 'client.archive' : 'client.restore');
  const row = createEntry(ports, event, origin);
  const fresh = !isArchived && needsCode(ports, caller, client) && { caller, shown, origin };
  const changed = await actFreshly(ports, fresh, ({ clients }) =>
    clients.setArchived(clientId, isArchived, row),
  );
  if (changed === undefined)
    throw new ApiError(isArchived ? errors.clientArchived : errors.clientNotArchived);
  return changed;
}
