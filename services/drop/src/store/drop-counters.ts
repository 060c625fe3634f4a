import { addToCounters } from '@latchkey/database';
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

/** The CTE that counts every row of `changed`, for its owner and in the total. Source: contract part 3 "Cost at size". */
export function countChanged({ rows, drops, bytes }: Delta): Prisma.Sql {
  const inTotal = rows === 0 ? '' : `union all select '', 0, 0, ${rows} from changed`;
  const counted = addToCounters({
    table: 'drop_counters',
    keys: { owner: 'owner' },
    sums: { drops: 'sum(drops)', bytes: 'sum(bytes)', rows: 'sum(rows)' },
    from: `(select owner, ${drops} as drops, ${bytes} as bytes, 0 as rows from changed ${inTotal}) as each`,
  });
  return Prisma.raw(`counted as (${counted})`);
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
