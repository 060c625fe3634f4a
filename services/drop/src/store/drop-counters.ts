import { Prisma } from '../../prisma/generated/client.ts';

/** What each row of `changed` adds to the counters. */
export interface Delta {
  /** To the number of rows. */
  readonly rows: -1 | 0 | 1;
  /** SQL: to the drops that the owner holds, which are the reserved and the active ones. */
  readonly drops: string;
  /** SQL: to the bytes that they hold. */
  readonly bytes: string;
}

/** What changes do to the counters. `changed` has the new row of an update, and the old row of a delete. */
export const deltas = {
  enters: { rows: 1, drops: '1', bytes: 'sealed_bytes' },
  fills: { rows: 0, drops: '0', bytes: 'sealed_bytes' },
  ends: { rows: 0, drops: '-1', bytes: '-sealed_bytes' },
  /** A row that is deleted may have ended before. */
  leaves: {
    rows: -1,
    drops: `case when status in ('reserved', 'active') then -1 else 0 end`,
    bytes: `case when status in ('reserved', 'active') then -sealed_bytes else 0 end`,
  },
} as const satisfies Record<string, Delta>;

/**
 * The CTE that counts every row of `changed`, for its owner and in the total. Each is kept in 32 shards, so that connections
 * do not wait for each other. Owners are locked in order, so that no two statements wait for each other in a ring; a
 * counter stays locked until the transaction ends. Source: contract part 3 "Cost at size".
 */
export function countChanged({ rows, drops, bytes }: Delta): Prisma.Sql {
  const inTotal = rows === 0 ? '' : `union all select '', 0, 0, ${rows} from changed`;
  return Prisma.raw(`counted as (
    insert into drop_counters as c (owner, shard, drops, bytes, rows)
    select owner, pg_backend_pid() & 31, sum(drops), sum(bytes), sum(rows)
    from (select owner, ${drops} as drops, ${bytes} as bytes, 0 as rows from changed ${inTotal}) as each
    group by owner having sum(drops) <> 0 or sum(bytes) <> 0 or sum(rows) <> 0 order by owner
    on conflict (owner, shard) do update
      set drops = c.drops + excluded.drops, bytes = c.bytes + excluded.bytes, rows = c.rows + excluded.rows
  )`);
}

/**
 * Deletes the counters of the owners of `changed` who hold nothing any more. The shards of an owner that are locked
 * here are deleted only where they add up to nothing, so that no delta is lost. Not for a statement that also changes
 * the counters of these owners.
 */
export const forgetIdleOwners = Prisma.sql`shards as (
    select c.owner, c.shard, c.drops, c.bytes from drop_counters c
    where c.owner in (select owner from changed) order by c.owner, c.shard for update skip locked
  ), forgotten as (
    delete from drop_counters c using shards s
    where c.owner = s.owner and c.shard = s.shard
      and s.owner in (select owner from shards group by owner having sum(drops) = 0 and sum(bytes) = 0)
  )`;
