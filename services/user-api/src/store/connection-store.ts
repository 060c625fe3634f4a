import { noteIntervalSeconds, type Connection, type ConnectionStore } from '../client/client.ts';
import { at, Prisma, type Database } from './database.ts';

/** App-to-app connections in Postgres. */
export function createConnectionStore(database: Database): ConnectionStore {
  return {
    findActive(source, target) {
      const toTarget = target === undefined ? Prisma.empty : Prisma.sql`and n.target = ${target}`;
      return database.$queryRaw<Connection[]>`
        select n.id, n.source, n.target, n.scopes from connections n
        where n.source = ${source} ${toTarget} and n.status = 'active' and not exists (
          select from oauth_clients c
          where c.id in (n.source, n.target) and (c.status <> 'active' or c.archived_at is not null))
        order by n.target`;
    },
    async noteVerified(connectionId, now) {
      await database.$executeRaw`
        update connections set last_verified_at = ${at(now)}
        where id = ${connectionId}::uuid and (last_verified_at is null
          or last_verified_at < ${at(now)} - make_interval(secs => ${noteIntervalSeconds}::float8))`;
    },
  };
}
