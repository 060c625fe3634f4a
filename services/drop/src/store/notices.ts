import { longestLabel, mostLookUps, type dropEvents } from '@latchkey/contracts';
import { executeSql, queryRows, repeatBatches, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { NoticeOutbox } from '../event/notice-outbox.ts';

/**
 * SQL over a row of drops: what the mail about its event says; null for an owner who is not notified. It holds neither the
 * id of the drop nor what is in it. Source: contract part 3 "Notices".
 */
export function noticeOf(type: (typeof dropEvents)[number]): string {
  const label = `case json_typeof(metadata->'label') when 'string' then left(metadata->>'label', ${longestLabel}) end`;
  const fields = `'id', gen_random_uuid(), 'type', '${type}', 'kind', kind, 'label', ${label}`;
  return `case when notify then jsonb_strip_nulls(jsonb_build_object(${fields})) end`;
}

type Notice = Omit<Parameters<Parameters<NoticeOutbox['handOver']>[0]>[0][number], 'user_id' | 'created_at'>;

interface WaitingRow {
  readonly eventId: string;
  readonly at: Date;
  readonly owner: string;
  readonly notice: Notice;
}

/** The outbox of notices in PostgreSQL: an event keeps its notice until user-api has it. */
export function createNoticeOutbox(pool: PostgresPool): NoticeOutbox {
  return {
    handOver: (send) =>
      repeatBatches(mostLookUps, async () => {
        const waiting = Prisma.sql`select id::text as "eventId", at, owner, notice from drop_events
          where notice is not null order by drop_events.id limit ${mostLookUps}::int`;
        const rows = await queryRows<WaitingRow>(pool, waiting);
        if (rows.length === 0) return 0;
        await send(
          rows.map(({ at, owner, notice }) => ({ ...notice, user_id: owner, created_at: at.toISOString() })),
        );
        const ids = rows.map(({ eventId }) => eventId);
        return executeSql(
          pool,
          Prisma.sql`update drop_events set notice = null where id = any(${ids}::bigint[]) and notice is not null`,
        );
      }),
  };
}
