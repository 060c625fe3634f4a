import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyMigrations, withClient } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';

/** The log becomes partitioned while processes of the version before go on writing and reading it. */

const shipped = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'latchkey-log-'));
let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  made = await createTestDatabase();
});
afterAll(async () => {
  await made.drop();
  rmSync(folder, { recursive: true });
});

/** Applies what comes before the migration of that name, or everything. */
async function migrate(before = '9'): Promise<string[]> {
  for (const name of readdirSync(shipped).filter((one) => one < before))
    cpSync(join(shipped, name), join(folder, 'prisma/migrations', name), { recursive: true });
  return applyMigrations({ databaseUrl: made.url, serviceDir: folder });
}

const query = (sql: string, values: unknown[] = []) =>
  withClient(made.url, async (client) => (await client.query(sql, values)).rows as object[]);

/** The statements of the version before: those of a sign-in, of a row alone, and of its purge. */
const columns =
  'id, event, outcome, code, method, user_id, actor_id, org_id, client_id, ip, user_agent, created_at';
const insertMany = `insert into request_log (${columns}) select ${columns}
  from jsonb_populate_recordset(null::request_log, $1::jsonb) made`;
const insertOne = `insert into "public"."request_log" (id, event, outcome, ip, user_agent, created_at)
  values ($1, 'session.logout', 'success', '', '', now()) returning id, event`;
const purge = `delete from request_log where (id) in (
  select id from request_log where created_at < $1 limit 1000 for update skip locked)`;
const recordOf = (created_at: string) => ({
  id: crypto.randomUUID(),
  event: 'user.login',
  outcome: 'success',
  ip: '192.0.2.1',
  user_agent: 'Browser',
  created_at,
});
const insertNow = (): [string, unknown[]] => [
  insertMany,
  [JSON.stringify([recordOf(new Date().toISOString())])],
];

/** Writes on a connection of its own, with statements that the server has prepared, until it is told to stop. */
function keepWriting(): { stop(): Promise<number> } {
  const stopped = new AbortController();
  const written = withClient(made.url, async (client) => {
    let rows = 0;
    while (!stopped.signal.aborted) {
      const [text, values] = insertNow();
      rows += (await client.query({ name: 'many', text, values })).rowCount ?? 0;
      const one = { name: 'one', text: insertOne, values: [crypto.randomUUID()] };
      rows += (await client.query(one)).rowCount ?? 0;
    }
    return rows;
  });
  return {
    stop() {
      stopped.abort();
      return written;
    },
  };
}

const scans = async () =>
  (await query(`select seq_scan from pg_stat_user_tables where relname in ('request_log', 'request_log_first')
    order by relname desc limit 1`)) as { seq_scan: string }[];

test('a filled log becomes partitioned while the version before writes, and no row is lost', async () => {
  await migrate('20261122170000');
  await query(`insert into request_log (id, event, outcome, ip, user_agent, created_at)
    select gen_random_uuid(), 'user.login', 'success', '192.0.2.1', 'Browser',
      now() - random() * interval '200 days' from generate_series(1, 20000)`);
  // A process whose clock is ahead has written it.
  await query(insertMany, [JSON.stringify([recordOf(new Date(Date.now() + 40 * 86_400_000).toISOString())])]);
  const writers = [keepWriting(), keepWriting(), keepWriting()];
  await migrate('20261122170900');
  const [before] = await scans();
  await migrate();
  expect(await scans()).toEqual([before]);
  const written = await Promise.all(writers.map((writer) => writer.stop()));
  expect(Math.min(...written)).toBeGreaterThan(0);

  const all = 20_001 + written.reduce((sum, rows) => sum + rows, 0);
  expect(await query('select count(*)::int as n, count(distinct id)::int as ids from request_log')).toEqual([
    { n: all, ids: all },
  ]);
  const [place] = await query(`select relkind, (select count(*)::int from request_log_months()) as months
    from pg_class where relname = 'request_log'`);
  expect(place).toMatchObject({ relkind: 'p' });

  await query(...insertNow());
  const purged = await query(`with gone as (${purge} returning id) select count(*)::int as n from gone`, [
    new Date(Date.now() - 90 * 86_400_000),
  ]);
  expect(purged).toEqual([{ n: 1000 }]);
  await query('select recount_rows()');
  const counted = `select (select count(*)::int from request_log) as real,
    (select sum(rows)::int from row_counts where list = 'request_log') as counted`;
  expect(await query(counted)).toEqual([{ real: all + 1 - 1000, counted: all + 1 - 1000 }]);
});

test('every index of the log is there in each partition, and none besides', async () => {
  const found =
    await query(`select count(*)::int as n, relname from pg_index join pg_class t on t.oid = indrelid
    where t.relname like 'request\\_log%' and indisvalid group by relname`);
  expect(new Set(found.map((row) => (row as { n: number }).n))).toEqual(new Set([8]));
});

test('the first partition ends with a month of UTC, also where the clocks of the server change in between', async () => {
  const script = readFileSync(join(shipped, '20261122170700_log_boundary/migration.sql'), 'utf8');
  const plain = await createTestDatabase();
  const [check] = await withClient(plain.url, async (client) => {
    await client.query(`set timezone = 'Europe/Berlin'; create table request_log (created_at timestamptz);
      insert into request_log values ('2031-02-10')`);
    await client.query(`${script}; set timezone = 'UTC'`);
    return (
      await client.query(`select pg_get_constraintdef(oid) as text from pg_constraint
      where conname = 'request_log_before'`)
    ).rows;
  });
  await plain.drop();
  expect(check).toEqual({ text: expect.stringContaining("'2031-04-01 00:00:00+00'") });
});
