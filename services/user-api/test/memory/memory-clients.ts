import { slicePage } from '@latchkey/pagination';
import type { Client, ClientFilters, ClientStore, OwnerScope } from '../../src/client/client.ts';

interface StoredSecret {
  readonly hash: string;
  readonly expiresAt: Date | null;
}

export interface MemoryClients extends ClientStore {
  add(client: Client, secrets?: readonly StoredSecret[]): void;
  remove(clientId: string): void;
  addOrg(orgId: string, slug: string): void;
  secretsOf(clientId: string): readonly StoredSecret[];
  rotate(clientId: string, secrets: readonly StoredSecret[], at: Date): void;
}

/** The client store in memory. */
export function createMemoryClients(): MemoryClients {
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

  return {
    add: (client, secrets = []) => void clients.set(client.clientId, { client, secrets }),
    remove: (clientId) => void clients.delete(clientId),
    secretsOf: (clientId) => clients.get(clientId)?.secrets ?? [],
    rotate(clientId, secrets, at) {
      const client = clients.get(clientId)?.client;
      if (client !== undefined)
        clients.set(clientId, { client: { ...client, secretRotatedAt: at, updatedAt: at }, secrets });
    },
    addOrg: (orgId, slug) => void orgIds.set(slug, orgId),
    find(clientId, now) {
      const found = clients.get(clientId);
      if (found === undefined) return Promise.resolve(undefined);
      const live = found.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
      return Promise.resolve({ client: found.client, secretHashes: live.map(({ hash }) => hash) });
    },
    search(scope, filters, plan) {
      const rows = [...clients.values()]
        .map(({ client }) => client)
        .filter((one) => matches(one, scope, filters));
      const keyOf = (client: Client) => ({ createdAtMs: client.createdAt.getTime(), id: client.clientId });
      return Promise.resolve(slicePage(rows, plan, keyOf));
    },
  };
}
