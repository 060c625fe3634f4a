import { createHash } from 'node:crypto';
import { mostLookUps } from '@latchkey/contracts';
import { repeatBatches } from '@latchkey/database';
import type { EventModel } from '../../prisma/generated/models.ts';
import { loggedTypes } from '../event/event.ts';
import type { UserApi } from '../sibling/user-api.ts';
import type { Database } from './database.ts';

type LoggedEvent = Parameters<UserApi['logEvents']>[0][number];

interface LogPorts {
  readonly userApi: Pick<UserApi, 'logEvents'>;
  readonly now: () => number;
}

/**
 * The job of upkeep that brings the request log of user-api what it shall hold of sso's events: each at least once, and
 * under an id of its own, so that it stands there once. Replicas may send the same. Rejects while user-api is down; the
 * next run goes on. Source: contract part 1 "Events and metrics".
 */
export function createLogEventsJob(database: Database, { userApi, now }: LogPorts) {
  async function send(): Promise<number> {
    const where = { loggedAt: null, type: { in: [...loggedTypes] } };
    const events = await database.event.findMany({ where, orderBy: { id: 'asc' }, take: mostLookUps });
    if (events.length === 0) return 0;
    const ofPeople = events.filter(({ data }) => (data as Record<string, string>)['user_id'] !== undefined);
    if (ofPeople.length > 0) await userApi.logEvents(ofPeople.map(toLogged));
    const ids = events.map(({ id }) => id);
    await database.event.updateMany({ where: { id: { in: ids } }, data: { loggedAt: new Date(now()) } });
    return events.length;
  }
  return { kind: 'logged_events', run: () => repeatBatches(mostLookUps, send) };
}

function toLogged({ id, type, data, createdAt }: EventModel): LoggedEvent {
  const { device_id: _device, family_id: _family, reason, ...facts } = data as Record<string, string>;
  // A person's own denial is no failure.
  const why = type === 'device.denied' || reason === undefined ? {} : { reason };
  const event = { id: nameEvent(id, createdAt), type, created_at: createdAt.toISOString(), ...why, ...facts };
  return event as LoggedEvent;
}

/** A uuid that follows from the event, so that it is the same however often the event is sent. */
function nameEvent(id: bigint, createdAt: Date): string {
  const hash = createHash('sha256').update(`latchkey event ${id} ${createdAt.toISOString()}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
