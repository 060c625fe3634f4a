import { noteIntervalSeconds } from '../client/client.ts';
import type { ConnectionStore } from '../connection/connection.ts';
import { at, type Database } from './database.ts';

const isUsable = { status: 'active', archivedAt: null };

/** App-to-app connections in PostgreSQL. */
export function createConnectionStore({ prisma }: Database): ConnectionStore {
  return {
    findActive: (source, target) =>
      prisma.connection.findMany({
        where: {
          source,
          ...(target !== undefined && { target }),
          status: 'active',
          sourceClient: isUsable,
          targetClient: isUsable,
        },
        select: { id: true, source: true, target: true, scopes: true },
        orderBy: { target: 'asc' },
      }),
    async noteVerified(connectionId, now) {
      await prisma.$executeRaw`
        update connections set last_verified_at = ${at(now)}
        where id = ${connectionId}::uuid and (last_verified_at is null
          or last_verified_at < ${at(now)} - make_interval(secs => ${noteIntervalSeconds}::float8))`;
    },
  };
}
