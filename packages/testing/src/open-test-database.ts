import { borrowTestDatabase } from './test-database.ts';

interface Openable {
  readonly pool: { query(sql: string): Promise<unknown> };
  close(): Promise<void>;
}

// A function keeps the plans of its statements, and replicas check no foreign keys: a tenth of the time that the same
// statements take by themselves, which is a tenth of what truncate takes.
const createEmptyTables = `
  create schema if not exists testing;
  do $outer$ begin
    execute (
      select 'create or replace function testing.empty_tables() returns void language plpgsql set session_replication_role = replica '
        || 'as $$ begin ' || string_agg('delete from ' || oid::regclass, ';') || '; end $$'
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> '_prisma_migrations');
  end $outer$`;

/**
 * The migrated database of a test file, as `open` opens it at its address. Each test finds the tables empty, unless the
 * file asks to keep rows. Call this at the top of a module. Other files use the database later: change no table in it.
 */
export async function openTestDatabase<Database extends Openable>(
  service: 'sso' | 'user-api' | 'drop',
  open: (url: string) => Database,
) {
  const { url, giveBack } = await borrowTestDatabase(service);
  const database = open(url);
  await database.pool.query(createEmptyTables);
  await emptyTables();
  let areRowsKept = false;
  beforeEach(async () => {
    if (!areRowsKept) await emptyTables();
  });
  afterAll(async () => {
    await database.close();
    await giveBack();
  });
  async function emptyTables(): Promise<void> {
    await database.pool.query('select testing.empty_tables()');
  }
  return {
    database,
    emptyTables,
    /** Leaves the rows between the tests of this file. */
    keepRows: () => void (areRowsKept = true),
  };
}
