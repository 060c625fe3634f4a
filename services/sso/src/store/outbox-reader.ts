import type { DeliveredEvent, OutboxReader } from '../event/outbox-reader.ts';
import type { Database } from './database.ts';

/** Any number, the same in every reader. */
const lock = 7_203_411;
const writeLimitMs = 30_000;

type EventRow = Omit<DeliveredEvent, 'created_at'> & { readonly created_at: Date };

/**
 * The outbox in Postgres. What was delivered is noted row by row, so that an event whose transaction commits late is
 * not passed over; one reader at a time, by an advisory lock that ends with its transaction.
 */
export function createOutboxReader(database: Database): OutboxReader {
  return {
    deliver: (limit, nowMs, write) =>
      database.$transaction(
        async (transaction) => {
          const [held] = await transaction.$queryRaw<{ held: boolean }[]>`
            SELECT pg_try_advisory_xact_lock(${lock}::bigint) AS held`;
          if (held?.held !== true) return undefined;
          const rows = await transaction.$queryRaw<EventRow[]>`
            SELECT id::text, type, created_at, data FROM events
            WHERE delivered_at IS NULL ORDER BY events.id LIMIT ${limit}::int`;
          if (rows.length === 0) return 0;
          await write(rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })));
          const ids = rows.map(({ id }) => id);
          await transaction.$executeRaw`
            UPDATE events SET delivered_at = ${new Date(nowMs)} WHERE id = ANY(${ids}::text[]::bigint[])`;
          return rows.length;
        },
        { timeout: writeLimitMs },
      ),
  };
}
