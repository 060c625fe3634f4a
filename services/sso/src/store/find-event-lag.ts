import { queryRows, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import { loggedTypes, type EventReader } from '../event/event.ts';

/** SQL: the request log of user-api shall have the event, and has not got it. Literals, as in the condition of the index. */
export const isUnlogged = Prisma.raw(
  `logged_at is null and type in (${loggedTypes.map((type) => `'${type}'`).join(', ')})`,
);

const waitsFor: Readonly<Record<EventReader, Prisma.Sql>> = {
  'user-api': isUnlogged,
  follower: Prisma.sql`delivered_at is null`,
};

/** Seconds since the oldest event that the reader has not got was made; 0 without one. */
export async function findEventLag(pool: PostgresPool, reader: EventReader, nowMs: number): Promise<number> {
  const [oldest] = await queryRows<{ at: Date }>(
    pool,
    Prisma.sql`select created_at as at from events where ${waitsFor[reader]} order by id limit 1`,
  );
  return oldest === undefined ? 0 : Math.max(0, nowMs - oldest.at.getTime()) / 1000;
}
