import type { Database } from '../../src/store/database.ts';

/** Resolves when this number of statements waits for a lock, or `last` is done without. */
export async function untilWaiting(
  { pool }: Pick<Database, 'pool'>,
  statements: number,
  last: Promise<unknown>,
): Promise<void> {
  const state = { isDone: false };
  const end = () => void (state.isDone = true);
  void last.then(end, end);
  // Not in a transaction, which goes on seeing the connections that it saw first.
  for (let waiting = 0; waiting < statements && !state.isDone;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = rowCount ?? 0;
  }
}
