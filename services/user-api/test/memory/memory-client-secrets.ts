import type { ClientSecretStore } from '../../src/client/client.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import type { MemoryClients } from './memory-clients.ts';

/** The store of client secrets in memory, over the memory store of clients. */
export function createMemoryClientSecrets(
  clients: MemoryClients,
  log: (row: LogEntry) => void,
): ClientSecretStore {
  const newestOf = (clientId: string) =>
    clients.secretsOf(clientId).findLast(({ expiresAt }) => expiresAt === null)?.hash;
  return {
    findNewest: (clientId) => Promise.resolve(newestOf(clientId)),
    change({ clientId, oldHash, newHash, oldExpiresAt, row }) {
      const at = row.createdAt;
      const secrets = clients.secretsOf(clientId);
      const isTaken = secrets.some(({ hash }) => hash === newHash);
      if (newestOf(clientId) !== oldHash || isTaken) return Promise.resolve(false);
      const before = secrets.map(({ hash, expiresAt }) => {
        if (hash === oldHash) return { hash, expiresAt: oldExpiresAt };
        return { hash, expiresAt: expiresAt !== null && expiresAt > at ? at : expiresAt };
      });
      clients.rotate(clientId, [...before, { hash: newHash, expiresAt: null }], at);
      log(row);
      return Promise.resolve(true);
    },
  };
}
