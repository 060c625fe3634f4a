import { noteIntervalSeconds, type ClientStore } from '../../src/client/client.ts';
import type { Connection, ConnectionStore } from '../../src/connection/connection.ts';

export interface MemoryConnections extends ConnectionStore {
  add(connection: Connection): void;
  remove(connectionId: string): void;
  readonly verifiedAt: Map<string, Date>;
}

/** The connection store in memory, over the memory store of clients. */
export function createMemoryConnections(clients: Pick<ClientStore, 'find'>): MemoryConnections {
  const rows = new Map<string, Connection>();
  const verifiedAt = new Map<string, Date>();
  async function isActive(clientId: string): Promise<boolean> {
    const client = (await clients.find(clientId, new Date(0)))?.client;
    return client?.status === 'active' && client.archivedAt === null;
  }
  return {
    verifiedAt,
    add: (connection) => void rows.set(connection.id, connection),
    remove: (connectionId) => void rows.delete(connectionId),
    async findActive(source, target) {
      const found: Connection[] = [];
      for (const row of rows.values()) {
        const precondition = row.source === source && (target === undefined || row.target === target);
        if (precondition && (await isActive(row.source)) && (await isActive(row.target))) found.push(row);
      }
      return found.toSorted((left, right) => (left.target < right.target ? -1 : 1));
    },
    noteVerified(connectionId, now) {
      const last = verifiedAt.get(connectionId);
      if (last === undefined || now.getTime() - last.getTime() > noteIntervalSeconds * 1000)
        verifiedAt.set(connectionId, now);
      return Promise.resolve();
    },
  };
}
