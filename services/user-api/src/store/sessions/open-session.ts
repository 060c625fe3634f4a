import type { LogEntry } from '../../request-log/request-log.ts';
import type { SignedInBrowser } from '../../sessions/session-store.ts';
import { at, insertRows, Prisma } from '../database.ts';
import { logRows } from '../request-log/write-log.ts';

/**
 * A whole statement that opens a session of an account that the transaction has locked, on its device, and writes rows of
 * the log. It returns a row for each row of the log.
 */
export function openSession({ session, deviceHash }: SignedInBrowser, rows: readonly LogEntry[]): Prisma.Sql {
  const { userId, createdAt } = session;
  return Prisma.sql`
    with opened as (${insertRows('sessions', [session])}),
    ${noteDevice(userId, deviceHash, createdAt)}
    noted as (update users set last_login_at = ${at(createdAt)} where id = ${userId}::uuid),
    ${logRows(rows)} select from logged`;
}

/** How many devices an account knows at a time. */
const mostDevices = 50;

/** The parts of a statement that make a device known to an account if `condition` holds; the oldest make room. */
export function noteDevice(
  userId: string,
  deviceHash: string | undefined,
  now: Date,
  condition = Prisma.sql`true`,
): Prisma.Sql {
  if (deviceHash === undefined) return Prisma.empty;
  return Prisma.sql`
    known as (
      insert into known_devices (user_id, device_hash, last_seen_at)
      select ${userId}::uuid, ${deviceHash}, ${at(now)} where ${condition}
      on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    ), forgotten as (
      delete from known_devices where user_id = ${userId}::uuid and ${condition} and device_hash in (
        select device_hash from known_devices where user_id = ${userId}::uuid and device_hash <> ${deviceHash}
        order by last_seen_at desc, device_hash offset ${mostDevices - 1})
    ),`;
}
