import { createHash } from 'node:crypto';
import { mostLookUps } from '@latchkey/contracts';
import { executeSql, gatherCalls, queryRows, repeatBatches, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { LogEvents } from '../event/event.ts';
import { isUnlogged } from './find-event-lag.ts';

type LoggedEvent = Parameters<Parameters<LogEvents>[0]>[0][number];

interface WaitingEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
  readonly createdAt: Date;
}

/** The events that wait for the request log of user-api: each has an id of its own there, so that it is there once. */
export function createLogEvents(pool: PostgresPool, now: () => number): LogEvents {
  async function logSome(send: Parameters<LogEvents>[0]): Promise<number> {
    const events = await queryRows<WaitingEvent>(
      pool,
      Prisma.sql`
        select id::text, type, data, created_at as "createdAt" from events
        where ${isUnlogged} order by events.id limit ${mostLookUps}`,
    );
    if (events.length === 0) return 0;
    const ofPeople = events.filter(({ data }) => data['user_id'] !== undefined);
    if (ofPeople.length > 0) await send(ofPeople.map(toLogged));
    const ids = events.map(({ id }) => id);
    return executeSql(
      pool,
      Prisma.sql`update events set logged_at = ${new Date(now())} where id = any(${ids}::bigint[])`,
    );
  }
  return gatherCalls({
    largest: Number.POSITIVE_INFINITY,
    atOnce: 1,
    async run(senders) {
      const [send] = senders;
      const logged = send === undefined ? 0 : await repeatBatches(mostLookUps, () => logSome(send));
      return senders.map(() => logged);
    },
  });
}

function toLogged({ id, type, data, createdAt }: WaitingEvent): LoggedEvent {
  const { device_id: _device, family_id: _family, reason, ...facts } = data;
  // A person's own denial is no failure.
  const why = type === 'device.denied' || reason === undefined ? {} : { reason };
  const event = { id: nameEvent(id, createdAt), type, created_at: createdAt.toISOString(), ...why, ...facts };
  return event as LoggedEvent;
}

/** A uuid that follows from the event, so that it is the same however often the event is sent. */
function nameEvent(id: string, createdAt: Date): string {
  const hash = createHash('sha256').update(`latchkey event ${id} ${createdAt.toISOString()}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
