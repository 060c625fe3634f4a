import { executeSql, queryRows, type PostgresPool } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PagePlan, type PageRow } from '@latchkey/pagination';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DropFilters, DropStore } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import { deltas } from './drop-counters.ts';
import { createDeposits } from './drop-deposits.ts';
import { derivedStatus, dropColumns, dropFields, live, shredded, toDrop, type DropRow } from './drop-rows.ts';
import { createTakes } from './drop-takes.ts';
import { changeWithEvent } from './drop-writes.ts';
import { noticeColumn } from './hand-over.ts';

export function createDropStore(pool: PostgresPool): DropStore {
  const queryOne = async (query: Prisma.Sql): Promise<Drop | undefined> => {
    const [row] = await queryRows<DropRow>(pool, query);
    return row && toDrop(row);
  };
  return {
    ...createDeposits(pool),
    ...createTakes(pool),
    find: (id, owner) => queryOne(Prisma.sql`select ${dropFields} from drops t where ${isNamed(id, owner)}`),
    revoke(id, owner, actor) {
      const sql = Prisma.sql`update drops t set status = 'revoked', revoked_at = now(), ended_at = now(), ${shredded}
      where ${isNamed(id, owner)} and ${live}`;
      return queryOne(changeWithEvent({ sql, event: 'revoked', actor, delta: deltas.ends }));
    },
    async remove(id, owner, actor) {
      const sql = Prisma.sql`delete from drops t where ${isNamed(id, owner)}`;
      const removed = await queryOne(changeWithEvent({ sql, event: 'deleted', actor, delta: deltas.leaves }));
      return removed !== undefined;
    },
    async findChanged({ event, id, actor }) {
      const changed = Prisma.sql`select owner from drop_events
        where drop_id = ${id} and event = ${event} and request_id = ${actor.requestId}`;
      return (await queryRows<{ owner: string }>(pool, changed))[0]?.owner;
    },
    listOwn: (owner, filters, plan) => list(pool, owner, filters, plan),
    listAll: ({ owner = null, ...filters }, plan) => list(pool, owner, filters, plan),
    async record({ event, drop, actor, reason }) {
      // Of many refusals at once one is the first.
      const recorded = Prisma.sql`with closed as (
          update drops t set closed_at = now() where ${reason} = 'attempts_limited'
            and ${isNamed(drop.id, drop.owner)} and t.closed_at is null returning t.*
        ) insert into drop_events
        (at, drop_id, owner, event, actor, request_id, caller_request_id, reason, notice)
        values (now(), ${drop.id}, ${drop.owner}, ${event}, ${actor.id}, ${actor.requestId},
          ${actor.callerRequestId ?? null}, ${reason}, (select ${noticeOfClosed} from closed))`;
      await executeSql(pool, recorded);
    },
  };
}

/** Of an owner who is not notified it is empty: it only says that this denial was the one that closed the drop. */
const noticeOfClosed = Prisma.raw(`coalesce(${noticeColumn}, '{}')`);

/** SQL over `t`: the drop of this id; with an owner, only if it is theirs. */
function isNamed(id: string, owner: string | undefined): Prisma.Sql {
  return owner === undefined ? Prisma.sql`t.id = ${id}` : Prisma.sql`t.id = ${id} and t.owner = ${owner}`;
}

async function list(pool: PostgresPool, owner: string | null, filters: DropFilters, plan: PagePlan) {
  const values: string[] = [];
  const equal = (sql: string, value: string | null) =>
    value === null ? [] : [`${sql} = $${values.push(value)}`];
  const conditions = [
    ...equal('t.owner', owner),
    ...equal(`(${derivedStatus})`, filters.status),
    ...equal('t.kind', filters.kind),
  ];
  const isUnfiltered = conditions.length === 0;
  const page = buildPageQuery({
    table: 'drops',
    columns: dropColumns,
    idType: 'text',
    where: { text: isUnfiltered ? 'true' : conditions.join(' and '), values },
    ...(isUnfiltered
      ? { counter: `select '-infinity'::timestamptz as since, rows from drop_counters where owner = ''` }
      : {}),
    plan,
  });
  return readPageRows(await queryRows<PageRow<DropRow>>(pool, page), plan, toDrop);
}
