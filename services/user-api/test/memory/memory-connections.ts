import { slicePage } from '@latchkey/pagination';
import { noteIntervalSeconds, owns, type Client } from '../../src/client/client.ts';
import {
  type Connection,
  type ConnectionFilters,
  type ConnectionStore,
  type ListedConnection,
} from '../../src/connection/connection.ts';
import { noLimits } from '../../src/connection/limits.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { startMs } from '../setup/signer.ts';
import type { MemoryClients } from './memory-clients.ts';

type Row = Connection & Pick<ListedConnection, 'status' | 'createdAt'>;

export interface MemoryConnections extends ConnectionStore {
  /** Stores a connection; one that is active and from the start of the clock, unless told otherwise. */
  add(connection: Connection & Partial<Row>): void;
  remove(connectionId: string): void;
  readonly verifiedAt: Map<string, Date>;
}

/** The connection store in memory, over the memory store of clients. */
export function createMemoryConnections(
  clients: Pick<MemoryClients, 'find' | 'isClosedNow'>,
  log: (row: LogEntry) => void,
): MemoryConnections {
  const rows = new Map<string, Row>();
  const verifiedAt = new Map<string, Date>();
  const findClient = async (clientId: string) => (await clients.find(clientId, new Date(0)))?.client;

  const findPair = ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
    [...rows.values()].find((one) => one.source === source && one.target === target);

  async function isUsable(clientId: string): Promise<boolean> {
    return (await findClient(clientId)) !== undefined && !clients.isClosedNow(clientId);
  }

  async function look(row: Row): Promise<{ listed: ListedConnection; ends: readonly [Client, Client] }[]> {
    const [source, target] = [await findClient(row.source), await findClient(row.target)];
    if (source === undefined || target === undefined) return [];
    const [sourceName, targetName] = [source.name, target.name];
    const lastVerifiedAt = verifiedAt.get(row.id) ?? null;
    const listed = { ...row, sourceName, targetName, sourceOwnerId: source.ownerId, lastVerifiedAt };
    return [{ listed, ends: [source, target] }];
  }

  return {
    verifiedAt,
    add: (connection) =>
      void rows.set(connection.id, { status: 'active', createdAt: new Date(startMs), ...connection }),
    remove: (connectionId) => void rows.delete(connectionId),
    async findActive(source, target) {
      const found: Connection[] = [];
      for (const { status, createdAt: _createdAt, ...row } of rows.values()) {
        const isMeant = row.source === source && (target === undefined || row.target === target);
        if (status === 'active' && isMeant && (await isUsable(row.source)) && (await isUsable(row.target)))
          found.push(row);
      }
      return found.toSorted((left, right) => (left.target < right.target ? -1 : 1));
    },
    noteVerified(connectionId, now) {
      const last = verifiedAt.get(connectionId);
      if (last === undefined || now.getTime() - last.getTime() > noteIntervalSeconds * 1000)
        verifiedAt.set(connectionId, now);
      return Promise.resolve();
    },
    connect(connection, row, { status } = { status: 'active', limits: noLimits }) {
      const same = findPair(connection);
      if (same?.status === 'active') return Promise.resolve(false);
      if (same !== undefined) rows.delete(same.id);
      rows.set(connection.id, { ...connection, status, createdAt: row.createdAt });
      log(row);
      return Promise.resolve(true);
    },
    findRequested(source, target) {
      const found = findPair({ source, target });
      return Promise.resolve(found?.status === 'requested' ? found.scopes : undefined);
    },
    accept({ source, target, scopes }, row) {
      const found = findPair({ source, target });
      const isRequested =
        found?.status === 'requested' && scopes.every((name) => found.scopes.includes(name));
      if (!isRequested) return Promise.resolve(false);
      rows.set(found.id, { ...found, scopes, status: 'active' });
      log(row);
      return Promise.resolve(true);
    },
    disconnect(source, target, row) {
      const found = findPair({ source, target });
      if (found === undefined || found.status === 'removed') return Promise.resolve(false);
      rows.set(found.id, { ...found, status: 'removed' });
      log(row);
      return Promise.resolve(true);
    },
    async search(scope, filters, plan) {
      const all = (await Promise.all([...rows.values()].map(look))).flat();
      const found = all.filter(({ listed, ends: [source, target] }) => {
        const { direction } = filters;
        const isSeen =
          (direction !== 'in' && owns(scope, source.ownerId)) ||
          (direction !== 'out' && owns(scope, target.ownerId));
        return isSeen && fits(listed, filters);
      });
      const keyOf = ({ id, createdAt }: ListedConnection) => ({ createdAtMs: createdAt.getTime(), id });
      return slicePage(
        found.map(({ listed }) => listed),
        plan,
        keyOf,
      );
    },
  };
}

function fits(
  { source, sourceName, target, targetName, status }: ListedConnection,
  { clientId, status: wanted, search = '' }: ConnectionFilters,
): boolean {
  const part = search.toLowerCase();
  return (
    (clientId === undefined || [source, target].includes(clientId)) &&
    (wanted === undefined || status === wanted) &&
    [source, sourceName, target, targetName].some((text) => text.toLowerCase().includes(part))
  );
}
