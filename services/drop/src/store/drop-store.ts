import type { PostgresPool } from '@latchkey/connections';
import { buildPageQuery, readPageRows, type PagePlan, type PageRow } from '@latchkey/pagination';
import { Prisma } from '../../prisma/generated/client.ts';
import type { Deposited, DropFilters, DropStore } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import type { Ciphertext, Lock } from '../secrecy/sealed.ts';
import { deltas } from './drop-counters.ts';
import {
  derivedStatus,
  dropColumns,
  dropFields,
  live,
  lockedFields,
  shredded,
  toDrop,
  toLockedDrop,
  type DropRow,
  type LockedRow,
} from './drop-rows.ts';
import {
  activateReservation,
  bytes,
  changeWithEvent,
  changeWithinQuota,
  insertDeposit,
  insertReservation,
  isReservation,
} from './drop-writes.ts';

/** Drops in PostgreSQL; see {@link DropStore}. */
export function createDropStore(pool: PostgresPool): DropStore {
  const queryOne = async (query: Prisma.Sql): Promise<Drop | undefined> => {
    const [row] = (await pool.query<DropRow>(query)).rows;
    return row && toDrop(row);
  };
  return {
    ...createDeposits(pool),
    find: (id, owner) => queryOne(Prisma.sql`select ${dropFields} from drops t where ${isNamed(id, owner)}`),
    async findLocked(id, owner) {
      const query = Prisma.sql`select ${lockedFields} from drops t where ${isNamed(id, owner)}`;
      const [row] = (await pool.query<LockedRow>(query)).rows;
      return row && toLockedDrop(row);
    },
    async readCiphertext(id, lock) {
      const query = Prisma.sql`select t.nonce, t.ciphertext from drops t where ${isLockedBy(id, lock)}`;
      return (await pool.query<Ciphertext>(query)).rows[0];
    },
    consume(id, lock, actor) {
      const sql = Prisma.sql`update drops t set status = 'consumed', consumed_at = now(), ended_at = now(),
        consumed_by = ${actor.id}, consume_request_id = ${actor.requestId},
        caller_request_id = ${actor.callerRequestId ?? null}, ${shredded} where ${isLockedBy(id, lock)}`;
      return queryOne(changeWithEvent({ sql, event: 'consumed', actor, delta: deltas.ends }));
    },
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
    listOwn: (owner, filters, plan) => list(pool, owner, filters, plan),
    listAll: (filters, plan) => list(pool, null, filters, plan),
    async recordDenial({ drop, actor, reason }) {
      await pool.query(Prisma.sql`insert into drop_events
        (at, drop_id, owner, event, actor, request_id, caller_request_id, reason)
        values (now(), ${drop.id}, ${drop.owner}, 'denied', ${actor.id}, ${actor.requestId},
          ${actor.callerRequestId ?? null}, ${reason})`);
    },
  };
}

/** The writes that the owner's quota may refuse. */
function createDeposits(pool: PostgresPool): Pick<DropStore, 'reserve' | 'store' | 'activate'> {
  const deposit = async (query: Prisma.Sql): Promise<Deposited> => {
    const [row] = (await pool.query<DropRow & { isOverQuota: boolean }>(query)).rows;
    if (row === undefined) return undefined;
    const { isOverQuota, ...drop } = row;
    if (isOverQuota) return 'quota_exceeded';
    return drop.id === null ? undefined : toDrop(drop);
  };
  const isUnused = (id: string) => Prisma.sql`not exists (select from drops t where t.id = ${id})`;
  return {
    reserve(reservation, actor) {
      const { id, owner, quota } = reservation;
      const change = { sql: insertReservation(reservation), event: 'reserved', actor, delta: deltas.enters };
      return deposit(changeWithinQuota(change, { owner, quota, drops: 1, bytes: 0, isFree: isUnused(id) }));
    },
    store(given, actor) {
      const { id, owner, quota, sealed } = given;
      const change = { sql: insertDeposit(given), event: 'stored', actor, delta: deltas.enters };
      const more = { drops: 1, bytes: sealed.ciphertext.length };
      return deposit(changeWithinQuota(change, { owner, quota, ...more, isFree: isUnused(id) }));
    },
    activate(given, actor) {
      const { owner, quota, sealed } = given;
      const change = { sql: activateReservation(given), event: 'activated', actor, delta: deltas.fills };
      const isFree = Prisma.sql`exists (select from drops t where ${isReservation(given)})`;
      const more = { drops: 0, bytes: sealed.ciphertext.length };
      return deposit(changeWithinQuota(change, { owner, quota, ...more, isFree }));
    },
  };
}

/** SQL over `t`: the drop of this id; with an owner, only if it is theirs. */
function isNamed(id: string, owner: string | undefined): Prisma.Sql {
  return owner === undefined ? Prisma.sql`t.id = ${id}` : Prisma.sql`t.id = ${id} and t.owner = ${owner}`;
}

/** SQL over `t`: the live active drop that has exactly this lock. */
function isLockedBy(id: string, { verifier, salt }: Lock): Prisma.Sql {
  return Prisma.sql`t.id = ${id} and t.status = 'active' and ${live}
    and t.verifier = ${bytes(verifier)} and t.salt = ${bytes(salt)}`;
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
    ...(isUnfiltered
      ? { counter: `select '-infinity'::timestamptz as since, total as rows from drop_counters` }
      : {}),
    plan,
  });
  const { rows } = await pool.query<PageRow<DropRow>>(text, [...bound]);
  return readPageRows(rows, plan, toDrop);
}
