import type { Account } from '../../accounts/account.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import { insertRows, Prisma } from '../database.ts';

/**
 * Stores an account and its log row; where the address is taken, only the row `taken`. Returns a row for a new account.
 */
export function createAccount(account: Account, row: LogEntry, taken?: LogEntry): Prisma.Sql {
  const record = { ...account, createdAt: row.createdAt, updatedAt: row.createdAt };
  const rows = taken === undefined ? [row] : [row, taken];
  return Prisma.sql`
    with added as (${insertRows('users', [record])} on conflict (email) do nothing returning id), logged as (
      ${insertRows('request_log', rows)} where (made.id = ${row.id}::uuid) = exists (select from added)
    ) select from added`;
}
