import { ApiError } from '@latchkey/contracts';
import { slicePage } from '@latchkey/pagination';
import type { Account } from '../../src/account/account.ts';
import type {
  Client,
  ClientFilters,
  ClientSecret,
  ClientStore,
  FoundClient,
  OwnerScope,
} from '../../src/client/client.ts';
import { nameKeysOf } from '../../src/client/name-keys.ts';
import { errors } from '../../src/errors.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';

type StoredSecret = Omit<ClientSecret, 'createdAt'> & Partial<ClientSecret>;

export interface MemoryClients extends ClientStore {
  add(client: Client, secrets?: readonly StoredSecret[]): void;
  remove(clientId: string): void;
  addOrg(orgId: string, slug: string): void;
  /** The client with all its secrets, now. */
  look(clientId: string): { client: Client; secrets: readonly StoredSecret[] } | undefined;
  /** As isClosed, now. */
  isClosedNow(clientId: string): boolean;
  log(row: LogEntry): void;
  /** The ids of an org's clients that have secrets. */
  listSecretive(orgId: string): string[];
}

/** The client store in memory. */
export function createMemoryClients(
  log: (row: LogEntry) => void = () => undefined,
  findAccount: (userId: string) => Account | undefined = () => undefined,
): MemoryClients {
  const clients = new Map<string, { client: Client; secrets: readonly StoredSecret[] }>();
  const orgIds = new Map<string, string>();

  function matches(client: Client, scope: OwnerScope, filters: ClientFilters): boolean {
    const { status, name, search, owner, archived, grantType } = filters;
    const part = search?.toLowerCase() ?? '';
    return (
      (scope.all || scope.ownerIds.includes(client.ownerId)) &&
      (client.archivedAt !== null) === archived &&
      (status === undefined || client.status === status) &&
      (name === undefined || client.name === name) &&
      (owner === undefined ||
        client.ownerId === owner.toLowerCase() ||
        client.ownerId === orgIds.get(owner)) &&
      (grantType === undefined || client.grantTypes.includes(grantType)) &&
      [client.name, client.clientId].some((text) => text.toLowerCase().includes(part))
    );
  }

  /** Changes a client for which `precondition` holds, and writes the log row. */
  function change(
    clientId: string,
    precondition: (client: Client) => boolean,
    to: Partial<Client>,
    row: LogEntry,
  ): Client | undefined {
    const found = clients.get(clientId);
    if (found === undefined || !precondition(found.client)) return undefined;
    const client = { ...found.client, ...to };
    clients.set(clientId, { ...found, client });
    log(row);
    return client;
  }

  /** Whether another owner has a protected name that looks like this client's. */
  const isNameTaken = (client?: Client) =>
    [...clients.values()].some(
      ({ client: { name, archivedAt, verified, ownerKind, ownerId } }) =>
        client !== undefined &&
        ownerId !== client.ownerId &&
        archivedAt === null &&
        (verified || ownerKind === 'installation') &&
        nameKeysOf(name).some((key) => nameKeysOf(client.name).includes(key)),
    );

  const nameOwner = ({ ownerKind, ownerId }: Client): string | null => {
    if (ownerKind === 'org') return [...orgIds].find(([, id]) => id === ownerId)?.[0] ?? null;
    const account = ownerKind === 'user' ? findAccount(ownerId) : undefined;
    const isShown = account?.emailVerifiedAt != null && account.status !== 'deleted';
    return isShown ? account.email : null;
  };

  const statusNow = ({ ownerKind, ownerId, status }: Client) =>
    ownerKind === 'user' && findAccount(ownerId)?.status === 'disabled' ? 'inactive' : status;

  function isClosedNow(clientId: string): boolean {
    const client = clients.get(clientId)?.client;
    return client !== undefined && (client.archivedAt !== null || statusNow(client) !== 'active');
  }

  function findNow(clientId: string, now: Date): FoundClient | undefined {
    const found = clients.get(clientId);
    if (found === undefined) return undefined;
    const { client } = found;
    const secrets = found.secrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map(({ createdAt = client.createdAt, ...secret }) => ({ ...secret, createdAt }))
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    return { client, secrets };
  }

  const add: MemoryClients['add'] = (client, secrets = []) =>
    void clients.set(client.clientId, { client, secrets });

  return {
    add,
    remove: (clientId) => void clients.delete(clientId),
    log,
    look: (clientId) => clients.get(clientId),
    listSecretive: (orgId) =>
      [...clients.values()]
        .filter(({ client: { ownerId, type } }) => ownerId === orgId && type === 'confidential')
        .map(({ client }) => client.clientId),
    addOrg: (orgId, slug) => void orgIds.set(slug, orgId),
    isClosedNow,
    isClosed: (clientId) => Promise.resolve(isClosedNow(clientId)),
    markTokens: () => Promise.resolve(),
    create(client, secret, { row, mostOfOwner = 0 }) {
      const ofOwner = [...clients.values()].filter((one) => one.client.ownerId === client.ownerId);
      if (mostOfOwner > 0 && ofOwner.length >= mostOfOwner)
        return Promise.reject(new ApiError(errors.clientsFull));
      if (isNameTaken(client))
        return Promise.reject(new ApiError(errors.clientNameProtected, { field: 'name' }));
      add(client, secret && [{ hash: secret.hash, expiresAt: null }]);
      log(row);
      return Promise.resolve(true);
    },
    update(changed, seen, row) {
      if (changed.name !== seen.name && isNameTaken(changed))
        return Promise.reject(new ApiError(errors.clientNameProtected, { field: 'name' }));
      const { name, status, tokenEndpointAuthMethod, grantTypes, scopes, defaultScopes } = changed;
      const { audiences, defaultAudiences, updatedAt } = changed;
      const { vouches, introspects, namesVisitors, devicePolicy } = changed;
      const { deviceCodeTtlSeconds, pollIntervalSeconds } = changed;
      const isAsSeen = (client: Client) =>
        client.archivedAt === null && client.updatedAt.getTime() === seen.updatedAt.getTime();
      const scopeLists = { grantTypes, scopes, defaultScopes };
      const to = {
        name,
        status,
        tokenEndpointAuthMethod,
        ...scopeLists,
        audiences,
        defaultAudiences,
        vouches,
        introspects,
        namesVisitors,
        devicePolicy,
        deviceCodeTtlSeconds,
        pollIntervalSeconds,
        updatedAt,
      };
      return Promise.resolve(change(changed.clientId, isAsSeen, to, row) !== undefined);
    },
    setArchived(clientId, isArchived, row) {
      const updatedAt = row.createdAt;
      const old = clients.get(clientId)?.client;
      if (!isArchived && old?.archivedAt !== null && isNameTaken(old))
        return Promise.reject(new ApiError(errors.clientNameProtected, { field: 'client_id' }));
      const to = { archivedAt: isArchived ? updatedAt : null, updatedAt };
      return Promise.resolve(
        change(clientId, ({ archivedAt }) => (archivedAt !== null) !== isArchived, to, row),
      );
    },
    setVerified(clientId, verified, row) {
      if (verified && isNameTaken(clients.get(clientId)?.client))
        return Promise.reject(new ApiError(errors.clientNameProtected, { field: 'client_id' }));
      const isOther = (client: Client) => client.archivedAt === null && client.verified !== verified;
      return Promise.resolve(change(clientId, isOther, { verified, updatedAt: row.createdAt }, row));
    },
    find: (clientId, now) => Promise.resolve(findNow(clientId, now)),
    findForSso: (clientIds, now) =>
      Promise.resolve(
        clientIds.flatMap((clientId) => {
          const found = findNow(clientId, now);
          if (found === undefined) return [];
          const { client, secrets } = found;
          return [
            {
              ...client,
              status: statusNow(client),
              ownerName: nameOwner(client),
              secretHashes: secrets.map(({ hash }) => hash),
            },
          ];
        }),
      ),
    search(scope, filters, plan) {
      const rows = [...clients.values()]
        .map(({ client }) => client)
        .filter((one) => matches(one, scope, filters));
      const keyOf = (client: Client) => ({ createdAtMs: client.createdAt.getTime(), id: client.clientId });
      return Promise.resolve(slicePage(rows, plan, keyOf));
    },
  };
}
