import type { AccountStore } from '../../accounts/account-store.ts';
import { Prisma, type Database } from '../database.ts';

/** The most accounts that an answer names. */
const most = 1_000;

/**
 * Changes of standings, of the transactions from a number on. The next number is that of the oldest transaction that still
 * runs: what it changes is answered when it has ended, and what ended before it is answered again, which does no harm.
 * Rows are kept from a number on, and some before it are lost.
 */
export function createFindChanges({ query }: Pick<Database, 'query'>): AccountStore['findChanges'] {
  return async (since) => {
    const [found] = await query<Awaited<ReturnType<AccountStore['findChanges']>>>(Prisma.sql`
      select concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port()) as server,
        pg_snapshot_xmin(pg_current_snapshot())::text as next,
        coalesce((select min(tx) from standing_changes) >= ${since}::text::xid8, false) as all,
        array(select who from standing_changes where tx >= ${since}::text::xid8 limit ${most + 1}) as user_ids`);
    if (found === undefined) throw new Error('A select without a table has no row.');
    const { user_ids: ids } = found;
    const all = found.all || ids.length > most || ids.includes('all');
    return { ...found, all, user_ids: all ? [] : ids };
  };
}

/**
 * SQL: removes the first of the rows before a time, but the newest of these: whoever asks from an earlier number on is
 * answered that rows are lost.
 */
export function removeChanges(before: Prisma.Sql, batch: number): Prisma.Sql {
  return Prisma.sql`
    delete from standing_changes where (tx, who) in (
      select tx, who from standing_changes
      where tx < (select max(tx) from standing_changes where at < ${before})
      order by tx limit ${batch})`;
}
