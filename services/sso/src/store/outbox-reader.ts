import type { EventModel } from '../../prisma/generated/models.ts';
import type { DeliveredEvent, OutboxReader } from '../event/outbox-reader.ts';
import type { Database } from './database.ts';

/** Any number, the same in every reader. */
const lock = 7_203_411;
const writeLimitMs = 30_000;

/**
 * The outbox in Postgres. Each delivered row is marked, so an event whose transaction commits late is not skipped. An
 * advisory lock, which ends with its transaction, admits one reader at a time.
 */
export function createOutboxReader(database: Database): OutboxReader {
  return {
    deliver: (limit, nowMs, write) =>
      database.$transaction(
        async (transaction) => {
          const [held] = await transaction.$queryRaw<{ held: boolean }[]>`
            select pg_try_advisory_xact_lock(${lock}::bigint) as held`;
          if (held?.held !== true) return undefined;
          const rows = await transaction.event.findMany({
            where: { deliveredAt: null },
            orderBy: { id: 'asc' },
            take: limit,
          });
          if (rows.length === 0) return 0;
          await write(rows.map(toDelivered));
          const ids = rows.map(({ id }) => id);
          await transaction.event.updateMany({
            where: { id: { in: ids } },
            data: { deliveredAt: new Date(nowMs) },
          });
          return rows.length;
        },
        { timeout: writeLimitMs },
      ),
  };
}

function toDelivered({ id, type, data, createdAt }: EventModel): DeliveredEvent {
  return { id: String(id), type, created_at: createdAt.toISOString(), data };
}
