import { createTestDatabase } from './test-database.ts';

interface Openable {
  readonly pool: { query(sql: string): Promise<{ readonly rows: readonly unknown[] }> };
  close(): Promise<void>;
}

// To delete few rows takes a tenth of the time that truncate takes. Rows are deleted before those that they refer to.
const findDeletes = `
  with recursive levels as (
    select oid, 0 as level from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> '_prisma_migrations'
    union all
    select confrelid, level + 1 from levels join pg_constraint on conrelid = levels.oid and contype = 'f'
  ), tables as (select oid::regclass as name, max(level) as level from levels group by oid)
  select string_agg('delete from ' || name, ';' order by level) as statements from tables`;

/**
 * The migrated database of a test file, as `open` opens it at its address. Each test finds the tables empty, unless the
 * file asks to keep rows. Call this at the top of a module: the database is closed and removed when the file is done.
 */
export async function openTestDatabase<Database extends Openable>(
  service: 'sso' | 'user-api' | 'drop',
  open: (url: string) => Database,
) {
  const { url, drop } = await createTestDatabase({ service });
  const database = open(url);
  const { rows } = await database.pool.query(findDeletes);
  const { statements } = rows[0] as { statements: string };
  let areRowsKept = false;
  beforeEach(async () => {
    if (!areRowsKept) await emptyTables();
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  async function emptyTables(): Promise<void> {
    await database.pool.query(statements);
  }
  return {
    database,
    /** Leaves no row. */
    emptyTables,
    /** Leaves the rows between the tests of this file. */
    keepRows: () => void (areRowsKept = true),
  };
}
