import { Prisma, type PrismaClient } from '../../prisma/generated/client.ts';
import type { Actor } from '../drop/drop.ts';
import type { CleanupCount, DropKeeper } from '../drop/drop-keeper.ts';
import { eventOfChanged, shredded } from './drop-writes.ts';

const system: Actor = { id: 'system', requestId: null };

/** Lets one process sweep at a time; held until its statement has committed. Any number will do. */
const sweepLock = 4003;
const gate = Prisma.sql`gate as materialized (select pg_try_advisory_xact_lock(${sweepLock}::bigint) as held)`;

const isOverdue = Prisma.raw(`t.status in ('reserved', 'active') and t.expires_at <= now()`);
const pastRetention = (retentionSeconds: number) =>
  Prisma.sql`t.ended_at <= now() - ${retentionSeconds}::float8 * interval '1 second'`;
const removable = (retentionSeconds: number) =>
  Prisma.sql`((${isOverdue}) or t.status = 'expired' or ${pastRetention(retentionSeconds)})`;

interface CountRow {
  scanned: number;
  changed: number;
}

/** Upkeep in Postgres; see {@link DropKeeper}. One statement a batch, its events included. */
export function createPrismaDropKeeper(prisma: PrismaClient): DropKeeper {
  const count = async (query: Prisma.Sql): Promise<CleanupCount> => {
    const [row] = await prisma.$queryRaw<CountRow[]>(query);
    return { scanned: row?.scanned ?? 0, deleted: row?.changed ?? 0 };
  };
  return {
    async shredExpired(batch) {
      const query = Prisma.sql`with ${gate},
      due as (
        select t.id from drops t where (select held from gate) and ${isOverdue}
        order by t.expires_at limit ${batch}::int for update skip locked
      ), changed as (
        update drops t set status = 'expired', ended_at = t.expires_at, ${shredded} from due
        where t.id = due.id returning t.id, t.owner
      ), noted as (${eventOfChanged('expired', system)})
      select count(*)::int as scanned, count(*)::int as changed from changed`;
      return (await count(query)).deleted;
    },
    async removeEnded(batch, retentionSeconds) {
      const due = Prisma.sql`(select held from gate) and ${pastRetention(retentionSeconds)}`;
      const removal = removeBatch(due, batch, Prisma.sql`t.ended_at`, 'removed', system);
      return (await count(Prisma.sql`with ${gate}, ${removal}`)).deleted;
    },
    async cleanUp(batch, retentionSeconds, actor) {
      const removal = removeBatch(removable(retentionSeconds), batch, Prisma.sql`t.id`, 'deleted', actor);
      return count(Prisma.sql`with ${removal}`);
    },
    cleanUpOne(id, retentionSeconds, actor) {
      return count(Prisma.sql`with changed as (
        delete from drops t where t.id = ${id} and ${removable(retentionSeconds)} returning t.id, t.owner
      ), noted as (${eventOfChanged('deleted', actor)})
      select (select count(*)::int from drops t where t.id = ${id}) as scanned,
        (select count(*)::int from changed) as changed`);
    },
    async prepareMonths() {
      await prisma.$executeRaw`select ensure_drop_event_months(3)`;
    },
  };
}

function removeBatch(
  due: Prisma.Sql,
  batch: number,
  order: Prisma.Sql,
  event: string,
  actor: Actor,
): Prisma.Sql {
  return Prisma.sql`due as (
    select t.id from drops t where ${due} order by ${order} limit ${batch}::int for update skip locked
  ), changed as (
    delete from drops t using due where t.id = due.id returning t.id, t.owner
  ), noted as (${eventOfChanged(event, actor)})
  select (select count(*)::int from due) as scanned, (select count(*)::int from changed) as changed`;
}
