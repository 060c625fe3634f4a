import { buildPageQuery, readPageRows, type PagePlan, type PageRow } from '@latchkey/pagination';
import { Prisma, type PrismaClient } from '../../prisma/generated/client.ts';
import type { DropFilters, DropStore } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import {
  derivedStatus,
  dropColumns,
  dropFields,
  live,
  sealedFields,
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
  shredded,
} from './drop-writes.ts';

/** Drops in Postgres; see {@link DropStore}. */
export function createPrismaDropStore(prisma: PrismaClient): DropStore {
  const changeOne = async (change: Prisma.Sql): Promise<Drop | undefined> => {
    const [row] = await prisma.$queryRaw<DropRow[]>(change);
    return row && toDrop(row);
  };
  return {
    reserve: (reservation, actor) =>
      changeOne(changeWithEvent(insertReservation(reservation), 'reserved', actor)),
    store: (deposit, actor) => changeOne(changeWithEvent(insertDeposit(deposit), 'stored', actor)),
    activate: (deposit, actor) =>
      changeOne(changeWithEvent(activateReservation(deposit), 'activated', actor)),
    find: (id) => changeOne(Prisma.sql`select ${dropFields} from drops t where t.id = ${id}`),
    async findSealed(id) {
      const query = Prisma.sql`select ${dropFields}, ${sealedFields} from drops t where t.id = ${id}`;
      const [row] = await prisma.$queryRaw<SealedRow[]>(query);
      return row && toFoundDrop(row);
    },
    consume(id, { salt, verifier }, actor) {
      const change = Prisma.sql`update drops t set status = 'consumed', consumed_at = now(), ended_at = now(),
        consumed_by = ${actor.id}, consume_request_id = ${actor.requestId}, ${shredded}
      where t.id = ${id} and t.status = 'active' and ${live}
        and t.verifier = ${bytes(verifier)} and t.salt = ${bytes(salt)}`;
      return changeOne(changeWithEvent(change, 'consumed', actor));
    },
    revoke(id, owner, actor) {
      const change = Prisma.sql`update drops t set status = 'revoked', revoked_at = now(), ended_at = now(), ${shredded}
      where t.id = ${id} and t.owner = ${owner} and ${live}`;
      return changeOne(changeWithEvent(change, 'revoked', actor));
    },
    async remove(id, owner, actor) {
      const change = Prisma.sql`delete from drops t where t.id = ${id} and t.owner = ${owner}`;
      return (await changeOne(changeWithEvent(change, 'deleted', actor))) !== undefined;
    },
    listOwn: (owner, filters, plan) => list(prisma, owner, filters, plan),
    listAll: (filters, plan) => list(prisma, null, filters, plan),
    async recordDenial({ drop, actor, reason }) {
      await prisma.$executeRaw`insert into drop_events (at, drop_id, owner, event, actor, request_id, reason)
        values (now(), ${drop.id}, ${drop.owner}, 'denied', ${actor.id}, ${actor.requestId}, ${reason})`;
    },
  };
}

async function list(prisma: PrismaClient, owner: string | null, filters: DropFilters, plan: PagePlan) {
  const values: string[] = [];
  const equal = (sql: string, value: string | null) =>
    value === null ? [] : [`${sql} = $${values.push(value)}`];
  const conditions = [
    ...equal('t.owner', owner),
    ...equal(`(${derivedStatus})`, filters.status),
    ...equal('t.kind', filters.kind),
  ];
  const everything = conditions.length === 0;
  const { text, values: bound } = buildPageQuery({
    table: 'drops',
    columns: dropColumns,
    idType: 'text',
    where: { text: everything ? 'true' : conditions.join(' and '), values },
    ...(everything ? { counter: 'select sum(total) from drop_counters' } : {}),
    plan,
  });
  const rows = await prisma.$queryRawUnsafe<PageRow<DropRow>[]>(text, ...bound);
  return readPageRows(rows, plan, toDrop);
}
