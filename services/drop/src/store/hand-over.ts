import { longestLabel, mostLookUps, type DropEventType } from '@latchkey/contracts';
import { executeSql, queryRows, repeatBatches, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { HandOver } from '../event/event-log.ts';

/** SQL over a row of drops: what the mail about its event says; null for an owner who is not notified. */
export const noticeColumn = `case when notify then jsonb_strip_nulls(jsonb_build_object('notify', true, 'kind', kind,
  'label', case json_typeof(metadata->'label') when 'string' then left(metadata->>'label', ${longestLabel}) end)) end`;

/** What each event of the log is called there. The one denial that has a notice closed its drop. */
const types: Readonly<Record<string, DropEventType>> = {
  stored: 'drop.made',
  activated: 'drop.made',
  filled: 'drop.filled',
  consumed: 'drop.taken',
  denied: 'drop.closed',
  revoked: 'drop.revoked',
  deleted: 'drop.deleted',
  expired: 'drop.expired',
};

type Handed = Parameters<Parameters<HandOver>[0]>[0][number];

interface NextRow {
  readonly tx: string;
  readonly eventId: string;
  readonly uuid: string;
  readonly at: Date;
  readonly owner: string;
  readonly event: string;
  readonly notice: Pick<Handed, 'notify' | 'kind' | 'label'> | null;
}

/** The same event has the same uuid wherever it is read again. */
const uuid = `substr(encode(sha256(convert_to(extract(epoch from at) || ' ' || e.id, 'UTF8')), 'hex'), 1, 32)::uuid`;

/**
 * Reads on from where the last call ended, in the order of the followers, so that no event is missed and none is written
 * to again but one with a notice.
 */
export function createHandOver(pool: PostgresPool): HandOver {
  return (send) =>
    repeatBatches(mostLookUps, async () => {
      const rows = await queryRows<NextRow>(pool, next);
      const last = rows.at(-1);
      if (last === undefined) return 0;
      const events = rows.flatMap(toHanded);
      if (events.length > 0) await send(events);
      const noticed = rows.filter(({ notice }) => notice !== null).map(({ eventId }) => eventId);
      await executeSql(
        pool,
        Prisma.sql`with cleared as (
            update drop_events set notice = null where id = any(${noticed}::bigint[]) and notice is not null
          ) update handed_over set tx = ${last.tx}::text::xid8, id = ${last.eventId}::bigint
          where (tx, id) < (${last.tx}::text::xid8, ${last.eventId}::bigint)`,
      );
      return rows.length;
    });
}

const next = Prisma.raw(`select e.tx::text, e.id::text as "eventId", ${uuid} as uuid, at, owner, event, notice
  from drop_events e join handed_over h on (e.tx, e.id) > (h.tx, h.id)
  where e.tx < pg_snapshot_xmin(pg_current_snapshot()) order by e.tx, e.id limit ${mostLookUps}`);

function toHanded({ uuid: id, at, owner, event, notice }: NextRow): Handed[] {
  const type = types[event];
  if (type === undefined || (event === 'denied' && notice === null)) return [];
  return [{ id, type, created_at: at.toISOString(), owner, ...notice }];
}
