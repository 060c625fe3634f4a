import type { PrismaClient } from '../../prisma/generated/client.ts';
import type { EventLog, EventPosition, LoggedEvent } from '../event/event-log.ts';

type EventRow = LoggedEvent & EventPosition;

/** The log in Postgres; see {@link EventLog}. Waits for transactions that are still running rather than skip them. */
export function createPrismaEventLog(prisma: PrismaClient): EventLog {
  return {
    async position(from) {
      const start = { tx: '0', id: '0' };
      if (from === 'start') return start;
      const [last] = await prisma.$queryRaw<EventPosition[]>`select tx::text, id::text from drop_events
        where tx < pg_snapshot_xmin(pg_current_snapshot()) order by drop_events.tx desc, drop_events.id desc limit 1`;
      return last ?? start;
    },
    async readAfter(position, limit) {
      const rows = await prisma.$queryRaw<EventRow[]>`select tx::text, id::text, drop_id, owner, event, actor,
        request_id, reason, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from drop_events
        where (drop_events.tx, drop_events.id) > (${position.tx}::text::xid8, ${position.id}::text::bigint)
          and drop_events.tx < pg_snapshot_xmin(pg_current_snapshot())
        order by drop_events.tx, drop_events.id limit ${limit}::int`;
      const last = rows.at(-1);
      const events = rows.map(({ tx: _tx, id: _id, ...event }) => event);
      return { events, position: last ? { tx: last.tx, id: last.id } : position };
    },
  };
}
