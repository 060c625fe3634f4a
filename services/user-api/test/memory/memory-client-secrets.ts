import type { ClientSecretStore } from '../../src/client/client.ts';
import type { MemoryClients } from './memory-clients.ts';

/** The store of client secrets in memory, over the memory store of clients. */
export function createMemoryClientSecrets(clients: MemoryClients): ClientSecretStore {
  return {
    findNewest: (clientId) =>
      Promise.resolve(clients.look(clientId)?.secrets.findLast(({ expiresAt }) => expiresAt === null)?.hash),
    change({ clientId, hash, seenAt, at, newestExpiresAt, promisedExpiresAt, row }) {
      const { client, secrets = [] } = clients.look(clientId) ?? {};
      if (client?.archivedAt !== null || client.secretRotatedAt?.getTime() !== seenAt?.getTime())
        return Promise.resolve(false);
      const now = row.createdAt;
      const before = secrets.map(({ expiresAt, ...secret }) => {
        if (expiresAt === null) return { ...secret, expiresAt: newestExpiresAt };
        return { ...secret, expiresAt: expiresAt > now ? (promisedExpiresAt ?? expiresAt) : expiresAt };
      });
      const made = { hash, createdAt: at, expiresAt: null };
      clients.add({ ...client, secretRotatedAt: at, updatedAt: at }, [...before, made]);
      clients.log(row);
      return Promise.resolve(true);
    },
  };
}
