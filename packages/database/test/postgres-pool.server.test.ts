import { AsyncLocalStorage } from 'node:async_hooks';
import { createTestDatabase } from '@latchkey/testing';
import { requests, statements } from '@latchkey/tracing';
import { PrismaPg } from '@prisma/adapter-pg';
import { isDependencyLost } from '../src/is-dependency-lost.ts';
import { createPostgresPool, type PostgresPool } from '../src/postgres/postgres-pool.ts';

test('while PostgreSQL is down, a query fails as a lost dependency', async () => {
  const pool = createPostgresPool('postgres://nobody@127.0.0.1:1/none', { size: 1, name: 'test' });
  expect(isDependencyLost(await pool.query('select 1').catch((error: unknown) => error))).toBe(true);
  await pool.end();
});

describe('on a server', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: PostgresPool;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    pool = createPostgresPool(database.url, { size: 2, name: 'test' });
  });
  afterEach(() => pool.end());
  afterAll(() => database.drop());

  const ask = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;

  test('a statement is reported without its values, by whoever asked for it, also after a wait', async () => {
    const caller = new AsyncLocalStorage<number>();
    const seen: string[] = [];
    const note = (message: unknown) => {
      if (caller.getStore() !== undefined) seen.push(`${caller.getStore()} ${JSON.stringify(message)}`);
    };
    statements.start.subscribe(note);
    requests.start.bindStore(caller, () => 0);
    const askAs = (number: number) =>
      caller.run(number, () => pool.query(`select $1::text as caller_${number}`, ['hushhush']));
    await Promise.all([1, 2, 3, 4, 5, 6].map(askAs));
    statements.start.unsubscribe(note);
    requests.start.unbindStore(caller);
    expect(seen.sort()).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `${number} {"text":"select $1::text as caller_${number}"}`),
    );
  });

  test('an idle connection that breaks ends neither the process nor the pool', async () => {
    const [{ pid }] = await ask('select pg_backend_pid() as pid');
    const broken = new Promise((resolve) => pool.once('error', resolve));
    const other = createPostgresPool(database.url, { size: 1, name: 'other' });
    await other.query('select pg_terminate_backend($1)', [pid]);
    await other.end();
    expect(isDependencyLost(await broken)).toBe(true);
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a session is in UTC, names its service, and gives up on a statement before its caller does', async () => {
    const settings = ['timezone', 'application_name', 'statement_timeout'];
    const rows = await ask('select current_setting(name) as value from unnest($1::text[]) name', [settings]);
    expect(rows.map(({ value }) => value)).toEqual(['UTC', 'latchkey-test', '4s']);
  });

  test('no more connections are open than its size', async () => {
    const pids = await Promise.all(Array.from({ length: 20 }, () => ask('select pg_backend_pid() as pid')));
    expect(new Set(pids.map(([row]) => row.pid)).size).toBeLessThanOrEqual(2);
  });

  test('Prisma’s adapter uses the pool itself, and leaves it open', async () => {
    const adapter = await new PrismaPg(pool).connect();
    expect(adapter.underlyingDriver()).toBe(pool);
    await adapter.dispose();
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('times and big numbers come as pg reads them, with and without the adapter', async () => {
    await new PrismaPg(pool).connect();
    const [row] = await ask(
      `select timestamptz '2026-11-22T03:04:05.678Z' as at, 9007199254740993::int8 as big`,
    );
    expect(row).toEqual({ at: new Date('2026-11-22T03:04:05.678Z'), big: '9007199254740993' });
  });
});
