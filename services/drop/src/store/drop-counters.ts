import { Prisma } from '../../prisma/generated/client.ts';

/** What each row of `changed` adds to the counters. */
export interface Delta {
  /** To the number of rows. */
  readonly rows: -1 | 0 | 1;
  /** SQL: to the drops that the owner holds, which are the reserved and the active ones. */
  readonly drops: Prisma.Sql;
  /** SQL: to the bytes that they hold. */
  readonly bytes: Prisma.Sql;
}

const nothing = Prisma.raw('0');

/** What changes do to the counters. `changed` has the new row of an update, and the old row of a delete. */
export const deltas = {
  enters: { rows: 1, drops: Prisma.raw('1'), bytes: Prisma.raw('sealed_bytes') },
  fills: { rows: 0, drops: nothing, bytes: Prisma.raw('sealed_bytes') },
  ends: { rows: 0, drops: Prisma.raw('-1'), bytes: Prisma.raw('-sealed_bytes') },
  /** A row that goes may have ended before. */
  leaves: {
    rows: -1,
    drops: Prisma.raw(`case when status in ('reserved', 'active') then -1 else 0 end`),
    bytes: Prisma.raw(`case when status in ('reserved', 'active') then -sealed_bytes else 0 end`),
  },
} as const satisfies Record<string, Delta>;

/** SQL: of 32 shards, the one that this connection writes to, so that connections do not wait for each other. */
const shard = Prisma.raw('pg_backend_pid() & 31');

/**
 * Adds the delta of every row of `changed` to one shard. Owners come in order and the total comes last, in every
 * statement, so that two statements cannot wait for each other. Source: contract part 5 "Budgets".
 */
export function countChanged({ rows, drops, bytes }: Delta): Prisma.Sql {
  const owned = Prisma.sql`owned as (
    insert into drop_owner_counters as c (owner, shard, drops, bytes)
    select owner, ${shard}, sum(${drops}), sum(${bytes}) from changed group by owner
    having sum(${drops}) <> 0 or sum(${bytes}) <> 0 order by owner
    on conflict (owner, shard) do update set drops = c.drops + excluded.drops, bytes = c.bytes + excluded.bytes
    returning c.owner
  )`;
  if (rows === 0) return owned;
  return Prisma.sql`${owned}, totalled as (
    update drop_counters c set total = c.total + ${Prisma.raw(String(rows))} * d.rows
    from (select count(*) as rows from changed) d, (select count(*) from owned) o
    where c.shard = ${shard} and d.rows > 0
  )`;
}

/**
 * Deletes the counters of the owners of `changed` who hold nothing any more. The shards of an owner that are locked here
 * are deleted only where they add up to nothing, so that no delta is lost. Not for a change that counts these owners.
 */
export const forgetIdleOwners = Prisma.sql`shards as (
    select c.owner, c.shard, c.drops, c.bytes from drop_owner_counters c
    where c.owner in (select owner from changed) order by c.owner, c.shard for update skip locked
  ), forgotten as (
    delete from drop_owner_counters c using shards s
    where c.owner = s.owner and c.shard = s.shard
      and s.owner in (select owner from shards group by owner having sum(drops) = 0 and sum(bytes) = 0)
  )`;
