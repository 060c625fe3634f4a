import { slicePage } from '@latchkey/pagination';
import { noteIntervalSeconds, owns, type ClientStore } from '../../src/client/client.ts';
import {
  statusOf,
  type Credential,
  type CredentialFilters,
  type CredentialStore,
  type ListedCredential,
} from '../../src/credential/credential.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';

export interface MemoryCredentials extends CredentialStore {
  readonly issued: Credential[];
  remove(credentialId: string): void;
  /** Ends those of these that have not ended. */
  endMade(made: readonly string[], now: Date): void;
  /** Whether one of them has not ended. */
  isLeft(made: readonly string[]): boolean;
  /** When each was last used, as far as that was noted. */
  readonly lastUsed: ReadonlyMap<string, Date>;
}

/** Issued client credentials in memory, over the memory store of clients. */
export function createMemoryCredentials(
  clients: Pick<ClientStore, 'find'>,
  log: (row: LogEntry) => void,
): MemoryCredentials {
  const issued: Credential[] = [];
  const lastUsed = new Map<string, Date>();
  const revoked = new Map<string, Date>();

  function list(credential: Credential, now: Date): ListedCredential {
    const { id, expiresAt } = credential;
    const status = statusOf({ revokedAt: revoked.get(id) ?? null, expiresAt }, now);
    return { ...credential, lastUsedAt: lastUsed.get(id) ?? null, status };
  }

  return {
    issued,
    lastUsed,
    isLeft: (made) => issued.some(({ id }) => made.includes(id) && !revoked.has(id)),
    endMade(made, now) {
      for (const id of made) if (!revoked.has(id)) revoked.set(id, now);
    },
    remove: (credentialId) =>
      void issued.splice(
        issued.findIndex(({ id }) => id === credentialId),
        1,
      ),
    add(credential, row) {
      issued.push(credential);
      log(row);
      return Promise.resolve();
    },
    findLive: (id, now) =>
      Promise.resolve(
        issued.find((one) => one.id === id.toLowerCase() && list(one, now).status === 'active'),
      ),
    noteUsed(id, now) {
      const last = lastUsed.get(id)?.getTime() ?? -Infinity;
      const isDue = now.getTime() - last > noteIntervalSeconds * 1000;
      if (isDue && issued.some((one) => one.id === id)) lastUsed.set(id, now);
      return Promise.resolve();
    },
    revoke(id, clientId, row) {
      const wins = !revoked.has(id) && issued.some((one) => one.id === id && one.clientId === clientId);
      if (!wins) return Promise.resolve(false);
      revoked.set(id, row.createdAt);
      log(row);
      return Promise.resolve(true);
    },
    async search(scope, filters, { plan, now }) {
      const listed = issued.map((one) => list(one, now)).filter((one) => fits(one, filters));
      const found: ListedCredential[] = [];
      for (const one of listed) {
        const owner = (await clients.find(one.clientId, now))?.client.ownerId ?? null;
        if (owns(scope, owner)) found.push(one);
      }
      return slicePage(found, plan, ({ id, createdAt }) => ({ createdAtMs: createdAt.getTime(), id }));
    },
  };
}

function fits(
  { clientId, status, scopes, createdAt }: ListedCredential,
  { clientId: client, status: wanted, scope, createdFromMs, createdToMs }: CredentialFilters,
): boolean {
  return (
    (client === undefined || clientId === client) &&
    (wanted === undefined || status === wanted) &&
    (scope === undefined || scopes.includes(scope)) &&
    createdAt.getTime() >= (createdFromMs ?? -Infinity) &&
    createdAt.getTime() < (createdToMs ?? Infinity)
  );
}
