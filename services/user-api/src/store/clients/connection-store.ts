import { fieldsBut, selectList } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { ConnectionModel } from '../../../prisma/generated/models.ts';
import { noteIntervalSeconds, type OwnerScope } from '../../clients/client.ts';
import { assertWithin, noLimits, type ConnectionCounts } from '../../clients/connection-limits.ts';
import {
  requestLifeMs,
  type Connection,
  type ConnectionFilters,
  type ConnectionStore,
  type ListedConnection,
} from '../../clients/connection.ts';
import { at, Prisma, type Database } from '../database.ts';
import { logChange } from '../request-log/log-change.ts';
import { writeLog } from '../request-log/write-log.ts';
import { hasPart } from '../search-conditions.ts';
import { isClosed } from './client-store.ts';

export type ConnectionRow = Omit<ConnectionModel, 'targetOwnerId'> & {
  sourceName: string;
  targetName: string;
};

const columns = `${selectList(fieldsBut(Prisma.ConnectionScalarFieldEnum, 'targetOwnerId'))},
  s.name as "sourceName", g.name as "targetName"`;
const joins = 'join oauth_clients s on s.id = t.source join oauth_clients g on g.id = t.target';

export const connectionList = { table: 'connections', columns, joins, idType: 'uuid' } as const;

export function createConnectionStore({ prisma, query, execute }: Database): ConnectionStore {
  return {
    findActive: (source, target) =>
      query<Connection>(Prisma.sql`
        select t.id, t.source, t.target, t.scopes from connections t
        where t.source = ${source} and t.status = 'active'
          ${target === undefined ? Prisma.empty : Prisma.sql`and t.target = ${target}`}
          and not exists (select from oauth_clients c where c.id in (t.source, t.target) and ${isClosed})
        order by t.target`),
    async noteVerified(connectionId, now) {
      await prisma.$executeRaw`
        update connections set last_verified_at = ${at(now)}
        where id = ${connectionId}::uuid and (last_verified_at is null
          or last_verified_at < ${at(now)} - make_interval(secs => ${noteIntervalSeconds}::float8))`;
    },
    ...createChanges({ prisma, query, execute }),
    async search(scope, filters, plan) {
      const where = conditionsOf(scope, filters);
      const page = buildPageQuery({ ...connectionList, where, plan });
      return readPageRows(await query<PageRow<ConnectionRow>>(page), plan, toListedConnection);
    },
  };
}

type Changes = Pick<ConnectionStore, 'connect' | 'findRequested' | 'accept' | 'disconnect'>;

/** The changes of a pair; each writes its log row in the same act. */
function createChanges({ prisma, query, execute }: Pick<Database, 'prisma' | 'query' | 'execute'>): Changes {
  return {
    connect: (connection, row, as = { status: 'active', limits: noLimits }) =>
      prisma.$transaction(async (transaction) => {
        const { source, target } = connection;
        // Whoever connects either client waits: what is counted next stays true until the end.
        await transaction.$executeRaw`
          select from oauth_clients where id in (${source}, ${target}) order by id for no key update`;
        const [counts] = await transaction.$queryRaw<Counts[]>(countConnections(connection, row.createdAt));
        if (counts === undefined || counts.isActive === true) return false;
        assertWithin(as, counts);
        await transaction.$executeRaw`
          ${insertConnection(connection, row.createdAt, as.status)}
          on conflict (source, target) do update set id = excluded.id, scopes = excluded.scopes,
            status = excluded.status, created_at = excluded.created_at, last_verified_at = null`;
        await transaction.$executeRaw(writeLog([row]));
        return true;
      }),
    async findRequested(source, target, now) {
      const [found] = await query<{ scopes: string[] }>(Prisma.sql`
        select c.scopes from connections c
        where c.source = ${source} and c.target = ${target} and ${isOpenRequest(now)}`);
      return found?.scopes;
    },
    async accept({ source, target, scopes }, row) {
      const changed = await execute(Prisma.sql`
        with changed as (
          update connections c set status = 'active', scopes = ${[...scopes]}::text[]
          where c.source = ${source} and c.target = ${target} and ${isOpenRequest(row.createdAt)}
            and c.scopes @> ${[...scopes]}::text[] returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
    async disconnect(source, target, row) {
      const changed = await execute(Prisma.sql`
        with changed as (
          update connections set status = 'removed'
          where source = ${source} and target = ${target} and status <> 'removed' returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
  };
}

/** The condition on a connection `c` that it is a request which can be accepted at `now`. */
function isOpenRequest(now: Date): Prisma.Sql {
  return Prisma.sql`c.status = 'requested' and c.created_at > ${at(new Date(now.getTime() - requestLifeMs))}`;
}

/** What of a pair's ends there is beside the pair itself, in one row. */
interface Counts extends ConnectionCounts {
  readonly isActive: boolean | null;
}

function countConnections({ source, target }: Connection, now: Date): Prisma.Sql {
  return Prisma.sql`
    select bool_or(status = 'active') filter (where is_pair) as "isActive",
      count(*) filter (where source = ${source} and status <> 'removed' and not is_pair)::int as "ofSource",
      count(*) filter (where is_open)::int as "openForTarget",
      count(*) filter (where is_open and source_owner_id = owner_id)::int as "openOfOwner"
    from (
      select c.source, c.status, c.source_owner_id, s.owner_id,
        c.source = ${source} and c.target = ${target} as is_pair,
        c.target = ${target} and c.source <> ${source} and ${isOpenRequest(now)} as is_open
      from connections c, oauth_clients s
      where s.id = ${source} and (c.source = ${source} or c.target = ${target})
    ) found`;
}

/** An insert of a connection, which copies the owners of its clients. ON CONFLICT and RETURNING may follow. */
export function insertConnection(
  { id, source, target, scopes }: Connection,
  createdAt: Date,
  status: 'requested' | 'active' = 'active',
): Prisma.Sql {
  return Prisma.sql`
    insert into connections (id, source, target, scopes, status, created_at, source_owner_id, target_owner_id)
    select ${id}::uuid, s.id, g.id, ${[...scopes]}::text[], ${status}, ${at(createdAt)}, s.owner_id, g.owner_id
    from oauth_clients s, oauth_clients g where s.id = ${source} and g.id = ${target}`;
}

export function toListedConnection({ status, ...row }: ConnectionRow): ListedConnection {
  return { ...row, status: status as ListedConnection['status'] };
}

/**
 * Ownership and filters. An index finds the rows of a client, else those of a search, else those of each owner: what
 * is found by one index is a condition of its own, and no row matches two.
 */
function conditionsOf(scope: OwnerScope, filters: ConnectionFilters): Prisma.Sql[] {
  const { clientId, search } = filters;
  const narrowed = narrowBy(filters);
  const owned = Prisma.sql`${hasOwnEnd(scope, filters)} and ${narrowed}`;
  if (clientId !== undefined)
    // The two ends of a connection differ.
    return [Prisma.sql`t.source = ${clientId} and ${owned}`, Prisma.sql`t.target = ${clientId} and ${owned}`];
  if (search !== undefined) return [owned];
  return splitByOwner(scope, filters).map((ofOwner) => Prisma.sql`${ofOwner} and ${narrowed}`);
}

function hasOwnEnd(scope: OwnerScope, { direction }: ConnectionFilters): Prisma.Sql {
  if (scope.all) return Prisma.sql`true`;
  const isSourceOwn = Prisma.sql`t.source_owner_id = any(${[...scope.ownerIds]}::uuid[])`;
  const isTargetOwn = Prisma.sql`t.target_owner_id = any(${[...scope.ownerIds]}::uuid[])`;
  if (direction === undefined) return Prisma.sql`(${isSourceOwn} or ${isTargetOwn})`;
  return direction === 'out' ? isSourceOwn : isTargetOwn;
}

function splitByOwner(scope: OwnerScope, { direction }: ConnectionFilters): Prisma.Sql[] {
  if (scope.all) return [Prisma.sql`true`];
  const { ownerIds } = scope;
  const out = ownerIds.map((id) => Prisma.sql`t.source_owner_id = ${id}::uuid`);
  const into = ownerIds.map((id) => Prisma.sql`t.target_owner_id = ${id}::uuid`);
  if (direction !== undefined) return direction === 'out' ? out : into;
  const isOtherSource = Prisma.sql`t.source_owner_id <> all(${[...ownerIds]}::uuid[])`;
  return [...out, ...into.map((owned) => Prisma.sql`${owned} and ${isOtherSource}`)];
}

function narrowBy({ status, search }: ConnectionFilters): Prisma.Sql {
  const parts: Prisma.Sql[] = [Prisma.sql`true`];
  if (status !== undefined) parts.push(Prisma.sql`t.status = ${status}`);
  if (search !== undefined) {
    parts.push(Prisma.sql`t.id in (
      select x.id from oauth_clients c join connections x on x.source = c.id or x.target = c.id
      where ${hasPart(['c.name', 'c.id'], search)})`);
  }
  return Prisma.join(parts, ' and ');
}
