import type { NewSession, Opening } from '../../sessions/session-store.ts';
import { spendWithin } from '../accounts/factor-writes.ts';
import { keepOpening } from '../accounts/outcome-store.ts';
import { markTokens } from '../clients/client-store.ts';
import { at, insertRows, Prisma } from '../database.ts';
import { logRows } from '../request-log/write-log.ts';
import { noteDevice } from './open-session.ts';

/** How long after that an operator may add a first passkey. Source: contract part 2 "Passkeys". */
const firstPasskey = Prisma.sql`interval '1 hour'`;

/**
 * The part of an update of a user that puts a new password in place of one that must be changed, or a new hash in place
 * of the one that was verified, if that is still stored.
 */
function setPassword({ newPassword, refreshedHash, row }: Opening): Prisma.Sql {
  if (newPassword !== undefined)
    return Prisma.sql`, password_hash = ${newPassword.hash}, first_password_until = null,
      first_passkey_until = ${at(row.createdAt)} + ${firstPasskey}`;
  if (refreshedHash === undefined) return Prisma.empty;
  const { hash, oldHash } = refreshedHash;
  return Prisma.sql`, password_hash = case password_hash when ${oldHash} then ${hash} else password_hash end`;
}

/** The CTE that keeps the outcome where `holds`, and what the rest depends on then: one form is one session. */
function keepWithin(
  holds: Prisma.Sql,
  { outcome, madeBefore = [] }: Pick<Opening, 'outcome' | 'madeBefore'>,
) {
  if (outcome === undefined) return { kept: Prisma.empty, holds };
  const kept = Prisma.sql`kept as (${keepOpening(outcome, madeBefore, holds)}),`;
  return { kept, holds: Prisma.sql`exists (select from kept)` };
}

/**
 * The statement that stores sessions, their device and their log row if what they depend on is unchanged; it returns a
 * row for each row of the log, or none. It locks what it reads: an earlier change makes the condition fail, and a later
 * change finds the sessions and ends them. Everywhere, accounts are locked before members, before their devices and
 * before their recovery codes, and members before sessions.
 */
export function startSessions(sessions: readonly NewSession[], opening: Opening): Prisma.Sql {
  const { account, orgId, sourceId, deviceHash, factor, newPassword, row, adminRow } = opening;
  const spent = spendWithin(account.id, factor, Prisma.sql`exists (select from source)`);
  const { kept, holds } = keepWithin(spent.holds, opening);
  const unchanged = Prisma.sql`id = ${account.id}::uuid and status = 'active'
    and tokens_valid_after is not distinct from ${at(account.tokensValidAfter)}
    ${spent.and}
    ${newPassword ? Prisma.sql`and first_password_until > ${at(row.createdAt)} and password_hash = ${newPassword.oldHash}` : Prisma.empty}`;
  const rows = [row, ...spent.rows, newPassword?.row, adminRow].filter((one) => one !== undefined);
  const isSignIn = sourceId === undefined;
  const person = Prisma.sql`select id from users where ${unchanged}
    ${isSignIn ? Prisma.sql`for no key update` : Prisma.sql`for share`}`;
  const member =
    orgId === null
      ? Prisma.sql`select id from person`
      : Prisma.sql`select m.id from members m, person p
          where m.user_id = p.id and m.org_id = ${orgId}::uuid and m.status = 'active' for share of m`;
  const source = isSignIn
    ? Prisma.sql`select id from member`
    : Prisma.sql`select s.id from sessions s, member
          where s.id = ${sourceId}::uuid and s.revoked_at is null for share of s`;
  const known = noteDevice(account.id, deviceHash, row.createdAt, holds);
  const unlinked =
    newPassword === undefined
      ? Prisma.empty
      : Prisma.sql`unlinked as (
          update links set ended_at = ${at(row.createdAt)}
          where user_id = ${account.id}::uuid and ended_at is null and ${holds}
        ),`;
  return Prisma.sql`
    with person as (${person}), member as (${member}), source as (${source}), ${spent.cte} ${kept} ${known} ${unlinked}
    opened as (
      ${insertRows('sessions', sessions)} where ${holds}
    ), noted as (
      update users set last_login_at = ${at(row.createdAt)}
        ${spent.set}
        ${setPassword(opening)}
      where id = ${account.id}::uuid and ${isSignIn} and ${holds}
    ), marked as (${markTokens(
      sessions.map(({ clientId }) => clientId),
      holds,
    )}
    ), ${logRows(rows, Prisma.sql`where ${holds}`)} select from logged`;
}
