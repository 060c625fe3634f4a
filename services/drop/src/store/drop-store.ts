import type { PostgresPool } from '@latchkey/connections';
import { buildPageQuery, readPageRows, type PagePlan, type PageRow } from '@latchkey/pagination';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DropFilters, DropStore } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import {
  derivedStatus,
  dropColumns,
  dropFields,
  live,
  sealedFields,
  shredded,
  toDrop,
  toFoundDrop,
  type DropRow,
  type SealedRow,
} from './drop-rows.ts';
import {
  activateReservation,
  bytes,
  changeWithEvent,
  insertDeposit,
  insertReservation,
} from './drop-writes.ts';

/** Drops in PostgreSQL; see {@link DropStore}. */
export function createDropStore(pool: PostgresPool): DropStore {
  const queryOne = async (query: Prisma.Sql): Promise<Drop | undefined> => {
    const [row] = (await pool.query<DropRow>(query)).rows;
    return row && toDrop(row);
  };
  return {
    reserve: (reservation, actor) =>
      queryOne(changeWithEvent(insertReservation(reservation), 'reserved', actor)),
    store: (deposit, actor) => queryOne(changeWithEvent(insertDeposit(deposit), 'stored', actor)),
    activate: (deposit, actor) => queryOne(changeWithEvent(activateReservation(deposit), 'activated', actor)),
    find: (id) => queryOne(Prisma.sql`select ${dropFields} from drops t where t.id = ${id}`),
    async findSealed(id) {
      const query = Prisma.sql`select ${sealedFields} from drops t where t.id = ${id}`;
      const [row] = (await pool.query<SealedRow>(query)).rows;
      return row && toFoundDrop(row);
    },
    consume(id, { salt, verifier }, actor) {
      const change = Prisma.sql`update drops t set status = 'consumed', consumed_at = now(), ended_at = now(),
        consumed_by = ${actor.id}, consume_request_id = ${actor.requestId}, ${shredded}
      where t.id = ${id} and t.status = 'active' and ${live}
        and t.verifier = ${bytes(verifier)} and t.salt = ${bytes(salt)}`;
      return queryOne(changeWithEvent(change, 'consumed', actor));
    },
    revoke(id, owner, actor) {
      const change = Prisma.sql`update drops t set status = 'revoked', revoked_at = now(), ended_at = now(), ${shredded}
      where t.id = ${id} and t.owner = ${owner} and ${live}`;
      return queryOne(changeWithEvent(change, 'revoked', actor));
    },
    async remove(id, owner, actor) {
      const change = Prisma.sql`delete from drops t where t.id = ${id} and t.owner = ${owner}`;
      return (await queryOne(changeWithEvent(change, 'deleted', actor))) !== undefined;
    },
    listOwn: (owner, filters, plan) => list(pool, owner, filters, plan),
    listAll: (filters, plan) => list(pool, null, filters, plan),
    async recordDenial({ drop, actor, reason }) {
      await pool.query(Prisma.sql`insert into drop_events (at, drop_id, owner, event, actor, request_id, reason)
        values (now(), ${drop.id}, ${drop.owner}, 'denied', ${actor.id}, ${actor.requestId}, ${reason})`);
    },
  };
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
  const { text, values: bound } = buildPageQuery({
    table: 'drops',
    columns: dropColumns,
    idType: 'text',
    where: { text: isUnfiltered ? 'true' : conditions.join(' and '), values },
    ...(isUnfiltered ? { counter: 'select sum(total) from drop_counters' } : {}),
    plan,
  });
  const { rows } = await pool.query<PageRow<DropRow>>(text, [...bound]);
  return readPageRows(rows, plan, toDrop);
}
