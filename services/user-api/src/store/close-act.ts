import type { LogEntry } from '../request-log/request-log.ts';
import type { NewSession } from '../sessions/session-store.ts';
import { at, Prisma } from './database.ts';
import { countRows, insertRows, logRows } from './row-counts.ts';

interface ClosedAct {
  readonly rows: readonly LogEntry[];
  /** The account that the transaction has stored without counting it. */
  readonly newUserId?: string | undefined;
  /** A session of the account that the transaction has locked, and the device that it is on. */
  readonly opened?: { readonly session: NewSession; readonly deviceHash: string | undefined };
}

/**
 * The last statement of a transaction that has made an account or changed one: it opens the session, writes the rows of
 * the log, and counts, in the order that countRows asks for. It returns a row for each row of the log.
 */
export function closeAct({ rows, newUserId, opened }: ClosedAct): Prisma.Sql {
  const made = Prisma.sql`
    made_user as (select created_at from users where id = ${newUserId}::uuid),`;
  return Prisma.sql`
    with ${newUserId === undefined ? Prisma.empty : made} ${opened ? open(opened) : Prisma.empty} ${logRows(rows)},
    ${countRows({
      ...(newUserId !== undefined && { users: { added: 'made_user' } }),
      ...(opened && { sessions: { added: 'opened' } }),
      request_log: { added: 'logged' },
    })} select from logged`;
}

function open({ session, deviceHash }: NonNullable<ClosedAct['opened']>): Prisma.Sql {
  const { userId, createdAt } = session;
  return Prisma.sql`
    opened as (${insertRows('sessions', [session])} returning created_at),
    ${noteDevice(userId, deviceHash, createdAt)}
    noted as (update users set last_login_at = ${at(createdAt)} where id = ${userId}::uuid),`;
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
