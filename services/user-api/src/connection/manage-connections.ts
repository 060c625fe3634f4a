import { ApiError } from '@latchkey/contracts';
import { owns } from '../client/client.ts';
import { assertOpen, describeChange, findManagedClient, type ManagePorts } from '../client/manage-client.ts';
import { ownerScopeOf } from '../client/owner-scope.ts';
import { errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { hasOperatorPower } from '../session/operator-power.ts';
import type { Caller } from '../session/session.ts';
import type { Connection, ConnectionStore } from './connection.ts';
import { noLimits, type ConnectionLimits } from './limits.ts';

interface ConnectionPorts extends ManagePorts {
  readonly connections: Pick<ConnectionStore, 'connect' | 'findRequested' | 'accept' | 'disconnect'>;
  readonly connectionLimits: ConnectionLimits;
}

type Ends = Pick<Connection, 'source' | 'target' | 'scopes'>;

/** A connection, and when it was added. */
interface AddedConnection extends Connection {
  readonly status: 'requested' | 'active';
  readonly createdAt: Date;
}

/**
 * Asks that a client of the caller may call another one. It may at once where the caller manages that one too; else who
 * manages it must accept. Throws not_found for a source that the caller does not manage, and for a target that is unknown,
 * archived or inactive; state_conflict for an archived source; already_exists; quota_exceeded; invalid_value for a client
 * and itself. Source: contract part 2 "Connections".
 */
export async function addConnection(
  ports: ConnectionPorts,
  caller: Caller,
  { source, target, scopes }: Ends,
  origin: Origin,
): Promise<AddedConnection> {
  if (source === target) throw new ApiError(errors.connectionToItself, { field: 'target' });
  const { client } = await findManagedClient(ports, caller, source, 'source');
  assertOpen(client);
  const called = (await ports.clients.find(target, new Date(ports.now())))?.client;
  if (called?.status !== 'active' || called.archivedAt !== null)
    throw new ApiError(errors.notFound, { field: 'target' });
  const status = owns(ownerScopeOf(caller), called.ownerId) ? 'active' : 'requested';
  const limits = hasOperatorPower(caller) ? noLimits : ports.connectionLimits;
  const connection = { id: ports.newId(), source, target, scopes: [...new Set(scopes)] };
  const row = createEntry(ports, describeChange(caller, client, 'connection.add'), origin);
  if (!(await ports.connections.connect(connection, row, { status, limits })))
    throw new ApiError(errors.connectionExists, { field: 'target' });
  return { ...connection, status, createdAt: row.createdAt };
}

/**
 * Lets the client of somebody else call one of the caller's, with some of the scopes that were requested. Throws not_found
 * for a target that the caller does not manage; state_conflict for an archived target, and where nothing is requested;
 * invalid_value for a scope that is not requested. Source: contract part 2 "Connections".
 */
export async function acceptConnection(
  ports: ConnectionPorts,
  caller: Caller,
  { source, target, scopes }: Ends,
  origin: Origin,
): Promise<readonly string[]> {
  const { client } = await findManagedClient(ports, caller, target, 'target');
  assertOpen(client);
  const accepted = [...new Set(scopes)];
  const requested = await ports.connections.findRequested(source, target, new Date(ports.now()));
  if (requested === undefined) throw new ApiError(errors.nothingRequested, { field: 'source' });
  const other = accepted.find((name) => !requested.includes(name));
  if (other !== undefined)
    throw new ApiError(
      { ...errors.scopeNotRequested, message: `The scope ${other} is not requested` },
      { field: 'scopes' },
    );
  const row = createEntry(ports, describeChange(caller, client, 'connection.accept'), origin);
  if (!(await ports.connections.accept({ source, target, scopes: accepted }, row)))
    throw new ApiError(errors.nothingRequested, { field: 'source' });
  return accepted;
}

/**
 * Ends a connection from or to a client of the caller, or a request for one. Throws not_found for any other. Source:
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
