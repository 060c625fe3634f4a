import { queryRows, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DropEventModel } from '../../prisma/generated/models.ts';
import type { EventLog, EventPosition, LoggedEvent } from '../event/event-log.ts';

type EventRow = Omit<DropEventModel, 'id'> & EventPosition;

/** The event log in PostgreSQL; see {@link EventLog}. Waits for running transactions instead of skipping their events. */
export function createEventLogStore(pool: PostgresPool): EventLog {
  return {
    async position(from) {
      const start = { tx: '0', id: '0' };
      if (from === 'start') return start;
      const newest = Prisma.sql`select tx::text, id::text from drop_events
        where tx < pg_snapshot_xmin(pg_current_snapshot()) order by drop_events.tx desc, drop_events.id desc limit 1`;
      const [last] = await queryRows<EventPosition>(pool, newest);
      return last ?? start;
    },
    async readAfter(position, limit) {
      const next = Prisma.sql`select tx::text, id::text, at, drop_id as "dropId", owner, event,
        actor, request_id as "requestId",
        caller_request_id as "callerRequestId", reason
        from drop_events
        where (drop_events.tx, drop_events.id) > (${position.tx}::text::xid8, ${position.id}::text::bigint)
          and drop_events.tx < pg_snapshot_xmin(pg_current_snapshot())
        order by drop_events.tx, drop_events.id limit ${limit}::int`;
      const rows = await queryRows<EventRow>(pool, next);
      const last = rows.at(-1);
      return { events: rows.map(toEvent), position: last ? { tx: last.tx, id: last.id } : position };
    },
  };
}

function toEvent({ at, dropId, owner, event, actor, reason, ...row }: EventRow): LoggedEvent {
  const ids = { request_id: row.requestId, caller_request_id: row.callerRequestId };
  return { at: at.toISOString(), drop_id: dropId, owner, event, actor, ...ids, reason };
}
