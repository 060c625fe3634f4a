import { ApiError, clientSettings, givenFields } from '@latchkey/contracts';
import { isSameAudience } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../sessions/session.ts';
import { actFreshly, type ShownAgain } from '../signing-in/act-freshly.ts';
import { settleFlags } from './client-flags.ts';
import { laterThan, type Client } from './client.ts';
import type { RequestedClient } from './make-client.ts';
import { assertOpen, describeChange, findChangeableClient, type ClientPorts } from './manage-client.ts';
import { assertMayList, needsCode } from './may-list.ts';
import { assertName, assertNotHouse, nameKeysOf, type HousePorts } from './name-keys.ts';
import { settleClientLists, settleMethod, settleRedirects, type RequestedLists } from './new-client.ts';

interface UpdatePorts extends ClientPorts, HousePorts {
  /** By id or slug. */
  readonly orgs: { find(org: string): Promise<{ readonly id: string } | undefined> };
}

/** What a caller names of a client; the rest stays. */
export type ClientChanges = {
  readonly [Field in keyof RequestedClient]: RequestedClient[Field] | undefined;
} & {
  readonly clientId: string;
  readonly status: Client['status'] | undefined;
  readonly org: string | undefined;
};

/**
 * Changes what is named of a client. What it holds already may stay, also where the caller could not add it; another name
 * ends the verification. Throws
 * not_found, invalid_value, forbidden, already_exists, what a fresh code throws, and state_conflict for an archived client and when
 * another change of it is made at the same time.
 */
export async function updateClient(
  ports: UpdatePorts,
  caller: Caller,
  { shown, ...changes }: ClientChanges & { readonly shown: ShownAgain },
  origin: Origin,
): Promise<Client> {
  const { client } = await findChangeableClient(ports, caller, changes.clientId);
  assertOpen(client);
  await assertSame(ports, client, changes);
  const { name = client.name, status = client.status, method = client.tokenEndpointAuthMethod } = changes;
  assertName(name);
  if (name !== client.name) assertNotHouse(ports, { ...client, name });
  const lists = settleClientLists(client.type, mergeLists(client, changes), ports.services[0]);
  const flags = settleFlags(client.type, changes, client);
  const named = { ...client, ...givenFields(clientSettings, changes) };
  const settled = { ...named, ...lists, ...settleRedirects(client.type, named), ...flags };
  assertMayList(caller, ports.services, settled, client);
  const row = createEntry(ports, describeChange(caller, client, 'client.update'), origin);
  const tokenEndpointAuthMethod = settleMethod(client.type, method);
  const updatedAt = laterThan(client.updatedAt, row.createdAt);
  const verified = client.verified && isSameName(name, client.name);
  const changed = {
    ...settled,
    name,
    verified,
    status,
    tokenEndpointAuthMethod,
    updatedAt,
  };
  const isGiving =
    [client, changed].some((one) => needsCode(ports, caller, one, client)) && !onlyTakes(client, changed);
  const fresh = isGiving && { caller, shown, origin };
  const isChanged = await actFreshly(ports, fresh, ({ clients }) => clients.update(changed, client, row));
  if (!isChanged) throw new ApiError(errors.stateConflict);
  return changed;
}

/** Type and owner never change; they may be sent back as they are. */
async function assertSame(
  { orgs }: UpdatePorts,
  client: Client,
  { type, org }: ClientChanges,
): Promise<void> {
  if (type !== undefined && type !== client.type) throw new ApiError(errors.clientFixed, { field: 'type' });
  if (org !== undefined && (await orgs.find(org))?.id !== client.ownerId)
    throw new ApiError(errors.clientFixed, { field: 'org' });
}

/** A default is removed together with its entry, unless the request names the defaults. */
function mergeLists(client: Client, changes: ClientChanges): RequestedLists {
  const { grantTypes = client.grantTypes, scopes = client.scopes, audiences = client.audiences } = changes;
  const {
    defaultScopes = scopes.filter((name) => client.defaultScopes.includes(name)),
    defaultAudiences = audiences.filter((name) =>
      client.defaultAudiences.some((one) => isSameAudience(one, name)),
    ),
  } = changes;
  return { grantTypes, scopes, defaultScopes, audiences, defaultAudiences };
}

/** An operator has vouched for one name. */
function isSameName(one: string, other: string): boolean {
  const [keys, held] = [nameKeysOf(one), nameKeysOf(other)];
  return keys.length === held.length && keys.every((key) => held.includes(key));
}

/** Whether a change of a client ends or takes away, and does nothing else. */
function onlyTakes(client: Client, { status, updatedAt: _now, ...changed }: Client): boolean {
  const isHeld = (name: string, value: unknown) => {
    const held = client[name as keyof typeof changed];
    if (Array.isArray(held) && Array.isArray(value)) return value.every((entry) => held.includes(entry));
    return value === held || value === false;
  };
  const isEnding = status === client.status || status === 'inactive';
  return isEnding && Object.entries(changed).every(([name, value]) => isHeld(name, value));
}
