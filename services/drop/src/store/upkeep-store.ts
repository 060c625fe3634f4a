import { executeSql, queryRows, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { Actor } from '../drop/drop.ts';
import type { CleanupCount, UpkeepBatch, UpkeepStore } from '../drop/upkeep.ts';
import { countChanged, deltas, forgetIdleOwners } from './drop-counters.ts';
import { shredded } from './drop-rows.ts';
import { eventOfChanged } from './drop-writes.ts';

const system: Actor = { id: 'system', requestId: null };

/** The advisory lock that lets one process sweep at a time; a statement holds it until it has committed. */
const sweepLock = 4003;
const gate = Prisma.sql`gate as materialized (select pg_try_advisory_xact_lock(${sweepLock}::bigint) as held)`;

/** What the event and the counters of a batch need. */
const changed = Prisma.raw('t.id, t.owner, t.status, t.sealed_bytes');
const isOverdue = Prisma.raw(`t.status in ('reserved', 'active') and t.expires_at <= now()`);
const pastRetention = (retentionSeconds: number) =>
  Prisma.sql`t.ended_at <= now() - ${retentionSeconds}::float8 * interval '1 second'`;
const removable = (retentionSeconds: number) =>
  Prisma.sql`((${isOverdue}) or t.status = 'expired' or ${pastRetention(retentionSeconds)})`;

const countRemoved = Prisma.sql`
  select (select count(*)::int from due) as scanned, (select count(*)::int from changed) as changed`;

interface CountRow {
  scanned: number;
  changed: number;
}

/** Upkeep in PostgreSQL; see {@link UpkeepStore}. A batch and its events are one statement. */
export function createUpkeepStore(pool: PostgresPool): UpkeepStore {
  const count = async (query: Prisma.Sql): Promise<CleanupCount> => {
    const [row] = await queryRows<CountRow>(pool, query);
    return { scanned: row?.scanned ?? 0, deleted: row?.changed ?? 0 };
  };
  return {
    async shredExpired(batch) {
      const overdue = Prisma.sql`(select held from gate) and ${isOverdue}`;
      const query = Prisma.sql`with ${gate}, ${dueOf(overdue, batch, Prisma.sql`t.expires_at`)}, changed as (
        update drops t set status = 'expired', ended_at = t.expires_at, ${shredded} from due
        where t.id = due.id returning ${changed}
      ), noted as (${eventOfChanged('expired', system)}), ${countChanged(deltas.ends)}
      select count(*)::int as scanned, count(*)::int as changed from changed`;
      return (await count(query)).deleted;
    },
    async removeEnded(batch, retentionSeconds) {
      const past = Prisma.sql`(select held from gate) and ${pastRetention(retentionSeconds)}`;
      const due = dueOf(past, batch, Prisma.sql`t.ended_at`);
      const forgetting = Prisma.sql`${gate}, ${removeBatch(due, 'removed', system)}, ${forgetIdleOwners}`;
      return (await count(Prisma.sql`with ${forgetting} ${countRemoved}`)).deleted;
    },
    async cleanUp(batch, retentionSeconds, actor) {
      const due = dueOf(removable(retentionSeconds), batch, Prisma.sql`t.id`);
      return count(Prisma.sql`with ${removeBatch(due, 'deleted', actor)} ${countRemoved}`);
    },
    cleanUpOne(id, retentionSeconds, actor) {
      return count(Prisma.sql`with changed as (
        delete from drops t where t.id = ${id} and ${removable(retentionSeconds)} returning ${changed}
      ), noted as (${eventOfChanged('deleted', actor)}), ${countChanged(deltas.leaves)}
      select (select count(*)::int from drops t where t.id = ${id}) as scanned,
        (select count(*)::int from changed) as changed`);
    },
    async prepareMonths() {
      await queryRows(pool, Prisma.sql`select ensure_drop_event_months(3)`);
    },
    async removeOldEvents({ rows }, retentionDays) {
      const dropMonths = Prisma.sql`select drop_old_event_months(${retentionDays}::int) as months`;
      const [dropped] = await queryRows<{ months: number }>(pool, dropMonths);
      const removeOthers = Prisma.sql`
        delete from drop_events_default where (at, id) in (select at, id from drop_events_default
          where at <= now() - make_interval(days => ${retentionDays}::int) order by at, id limit ${rows}::int)`;
      return (await executeSql(pool, removeOthers)) + (dropped?.months ?? 0);
    },
  };
}

/** Locks rows, and keeps as many as the batch has bytes for; at least one, so that every batch makes progress. */
function dueOf(condition: Prisma.Sql, { rows, bytes }: UpkeepBatch, order: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`held as (
    select t.id, coalesce(octet_length(t.ciphertext), 0) as bytes
    from drops t where ${condition} order by ${order} limit ${rows}::int for update skip locked
  ), due as (
    select id from (select id, sum(bytes) over (order by id) - bytes as before from held) as counted
    where before < ${bytes}::bigint
  )`;
}

function removeBatch(due: Prisma.Sql, event: string, actor: Actor): Prisma.Sql {
  return Prisma.sql`${due}, changed as (
    delete from drops t using due where t.id = due.id returning ${changed}
  ), noted as (${eventOfChanged(event, actor)}), ${countChanged(deltas.leaves)}`;
}
