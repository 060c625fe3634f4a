import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { assertOperatorPower, hasOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { actFreshly, type FreshPorts, type ShownAgain } from '../signing-in/act-freshly.ts';
import { isPowerful, owns, type Client, type ClientStore } from './client.ts';
import { noLimits, type ConnectionLimits } from './connection-limits.ts';
import type { Connection, ConnectionStore } from './connection.ts';
import type { ServiceAddresses } from './make-client.ts';
import { assertOpen, describeChange, findChangeableClient, findManagedClient } from './manage-client.ts';
import { needsCode } from './may-list.ts';
import { ownerScopeOf } from './owner-scope.ts';

type ConnectionPorts = FreshPorts<{
  readonly clients: ClientStore;
  readonly connections: ConnectionStore;
}> & {
  readonly connectionLimits: ConnectionLimits;
  readonly services: ServiceAddresses;
};

type Ends = Pick<Connection, 'source' | 'target' | 'scopes'>;

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
  { source, target, scopes, shown }: Ends & { readonly shown: ShownAgain },
  origin: Origin,
): Promise<AddedConnection> {
  if (source === target) throw new ApiError(errors.connectionToItself, { field: 'target' });
  const { client } = await findChangeableClient(ports, caller, source, 'source');
  assertOpen(client);
  const called = (await ports.clients.find(target, new Date(ports.now())))?.client;
  if (called === undefined || (await ports.clients.isClosed(target)))
    throw new ApiError(errors.notFound, { field: 'target' });
  const status = owns(ownerScopeOf(caller), called.ownerId) ? 'active' : 'requested';
  const limits = hasOperatorPower(caller) ? noLimits : ports.connectionLimits;
  const connection = { id: ports.newId(), source, target, scopes: [...new Set(scopes)] };
  const row = createEntry(ports, describeChange(caller, client, 'connection.add'), origin);
  // A request asks the target's owner, and gives nothing.
  const given = status === 'active' ? [client, called] : [client];
  const fresh = given.some((one) => needsCode(ports, caller, one)) && { caller, shown, origin };
  const isAdded = await actFreshly(ports, fresh, ({ connections }) =>
    connections.connect(connection, row, { status, limits }),
  );
  if (!isAdded) throw new ApiError(errors.connectionExists, { field: 'target' });
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
  { source, target, scopes, shown }: Ends & { readonly shown: ShownAgain },
  origin: Origin,
): Promise<readonly string[]> {
  const { client } = await findManagedClient(ports, caller, target, 'target');
  assertOpen(client);
  const accepted = [...new Set(scopes)];
  const requested = await ports.connections.findRequested(source, target, new Date(ports.now()));
  if (requested === undefined) throw nothingRequested(source, target);
  const other = accepted.find((name) => !requested.includes(name));
  if (other !== undefined)
    throw new ApiError(
      { ...errors.scopeNotRequested, message: `${source} has not requested the scope ${other}` },
      { field: 'scopes' },
    );
  const row = createEntry(ports, describeChange(caller, client, 'connection.accept'), origin);
  const fresh = needsCode(ports, caller, client) && { caller, shown, origin };
  const pair = { source, target, scopes: accepted };
  if (!(await actFreshly(ports, fresh, ({ connections }) => connections.accept(pair, row))))
    throw nothingRequested(source, target);
  return accepted;
}

function nothingRequested(source: string, target: string): ApiError {
  const message = `${source} has not requested a connection to ${target}`;
  return new ApiError({ ...errors.nothingRequested, message }, { field: 'source' });
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
  const managed = ends.filter(({ ownerId }) => owns(scope, ownerId));
  // Who manages the target may always end what reaches it; ending it from the source changes the source.
  const mayChange = (one: Client) => one.clientId === target || !isPowerful(one) || hasOperatorPower(caller);
  const own = managed.find(mayChange) ?? managed[0];
  if (own === undefined) throw new ApiError(errors.notFound);
  if (!mayChange(own)) assertOperatorPower(caller);
  const row = createEntry(ports, describeChange(caller, own, 'connection.remove'), origin);
  if (!(await ports.connections.disconnect(source, target, row))) throw new ApiError(errors.notFound);
}
