import type { Voiding } from '../account/account.ts';
import { at, Prisma, type Database } from './database.ts';
import { endSessions, ofUserBut } from './end-sessions.ts';
import { insertLogEntry } from './insert-log-entry.ts';

/**
 * Changes an account that is meant, ends the sessions that are not kept and writes the row, in one transaction; the
 * ids that ended, undefined when the account was not meant. tokens_valid_after moves with every change, so that no two
 * of them look alike. The sessions are ended by a statement of their own, which sees what was opened meanwhile.
 */
export function voidSignIns(
  database: Database,
  userId: string,
  { validAfter, kept, row }: Voiding,
  { set, isMeant }: { set: Prisma.Sql; isMeant: Prisma.Sql },
): Promise<string[] | undefined> {
  return database.$transaction(async (transaction) => {
    const changed = await transaction.$executeRaw`
      update users set ${set}, kept_family_id = ${kept.familyId}, updated_at = ${at(row.createdAt)},
        tokens_valid_after = greatest(${at(validAfter)}, tokens_valid_after + interval '1 millisecond')
      where id = ${userId}::uuid and ${isMeant}`;
    if (changed === 0) return undefined;
    const ended = await endSessions(transaction, ofUserBut(userId, kept.sessionIds), row.createdAt);
    await transaction.$executeRaw(insertLogEntry(row));
    return ended;
  });
}
