import { ApiError } from '@latchkey/contracts';
import { owns } from '../client/client.ts';
import { assertOpen, describeChange, findManagedClient, type ManagePorts } from '../client/manage-client.ts';
import { ownerScopeOf } from '../client/owner-scope.ts';
import { errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../session/session.ts';
import type { Connection, ConnectionStore } from './connection.ts';

interface ConnectionPorts extends ManagePorts {
  readonly connections: Pick<ConnectionStore, 'connect' | 'disconnect'>;
}

/** An active connection, and when it was added. */
interface AddedConnection extends Connection {
  readonly createdAt: Date;
}

/**
 * Lets a client of the caller call another one. Throws not_found for a source that the caller does not manage, and for a
 * target that is unknown, archived or inactive; state_conflict for an archived source; already_exists; invalid_value
 * for a client and itself. Source: contract part 2 "Connections".
 */
export async function addConnection(
  ports: ConnectionPorts,
  caller: Caller,
  { source, target, scopes }: Pick<Connection, 'source' | 'target' | 'scopes'>,
  origin: Origin,
): Promise<AddedConnection> {
  if (source === target) throw new ApiError(errors.connectionToItself, { field: 'target' });
  const { client } = await findManagedClient(ports, caller, source, 'source');
  assertOpen(client);
  const called = (await ports.clients.find(target, new Date(ports.now())))?.client;
  if (called?.status !== 'active' || called.archivedAt !== null)
    throw new ApiError(errors.notFound, { field: 'target' });
  const connection = { id: ports.newId(), source, target, scopes: [...new Set(scopes)] };
  const row = createEntry(ports, describeChange(caller, client, 'connection.add'), origin);
  if (!(await ports.connections.connect(connection, row)))
    throw new ApiError(errors.connectionExists, { field: 'target' });
  return { ...connection, createdAt: row.createdAt };
}

/**
 * Ends an active connection from or to a client of the caller. Throws not_found for any other. Source:
 * contract part 2 "Connections".
 */
export async function removeConnection(
  ports: ConnectionPorts,
  caller: Caller,
  { source, target }: Pick<Connection, 'source' | 'target'>,
  origin: Origin,
): Promise<void> {
  const scope = ownerScopeOf(caller);
  const found = [source, target].map((clientId) => ports.clients.find(clientId, new Date(ports.now())));
  const ends = (await Promise.all(found)).flatMap((one) => (one === undefined ? [] : [one.client]));
  const own = ends.find(({ ownerId }) => owns(scope, ownerId));
  if (own === undefined) throw new ApiError(errors.notFound);
  const row = createEntry(ports, describeChange(caller, own, 'connection.remove'), origin);
  if (!(await ports.connections.disconnect(source, target, row))) throw new ApiError(errors.notFound);
}
