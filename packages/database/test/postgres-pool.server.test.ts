import { AsyncLocalStorage } from 'node:async_hooks';
import { createTestDatabase } from '@latchkey/testing';
import { requests, statements } from '@latchkey/tracing';
import { PrismaPg } from '@prisma/adapter-pg';
import { isDependencyLost } from '../src/is-dependency-lost.ts';
import { withClient } from '../src/migrations/database.ts';
import { createPostgresPool, type PostgresPool } from '../src/postgres/postgres-pool.ts';
import { createPostgresProbe } from '../src/probes.ts';

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

  const settingsAt = async (address: string) => {
    const other = createPostgresPool(address, { size: 1, name: 'test' });
    try {
      const { rows } = await other.query<Record<string, string>>(
        `select current_setting('timezone') zone, current_setting('statement_timeout') as limit,
           current_setting('random_page_cost') cost, current_setting('search_path') path, pg_sleep(0)`,
      );
      return rows[0];
    } finally {
      await other.end();
    }
  };
  const own = { zone: 'UTC', limit: '4s', cost: '1.1' };
  test.each([
    ['options', '-c search_path=public', 'public'],
    ['options of the same settings', '-c timezone=Asia/Kolkata -c statement_timeout=0 -c search_path=a', 'a'],
    ['options by their long names', '--timezone=Asia/Kolkata --statement-timeout=0 --search_path=b', 'b'],
    ['options that end in a backslash', '-c search_path=c\\', 'c '],
  ])('whatever the address says, sessions have their settings: %s', async (_what, options, path) => {
    const address = new URL(database.url);
    address.searchParams.set('options', options);
    expect(await settingsAt(address.href)).toMatchObject({ ...own, path });
  });

  test.each(['application_name=mine', 'sslmode=disable', 'ssl=0'])(
    'whatever the address says, sessions have their settings: %s',
    async (parameter) => {
      expect(await settingsAt(`${database.url}?${parameter}`)).toMatchObject(own);
    },
  );

  test.each([
    ['statement_timeout=0', 'statement_timeout'],
    ['query_timeout=0', 'query_timeout'],
    ['lock_timeout=1', 'lock_timeout'],
    ['client_encoding=latin1', 'client_encoding'],
    ['replication=true', 'replication'],
    ['schema=latchkey', 'set the search_path of the role'],
    ['options=-c%20a=b&options=-c%20timezone=Asia/Tokyo', 'options once'],
    ['sslrootcert=/none/ca.crt', '/none/ca.crt'],
  ])('an address with %s is refused by name, and not shown', (parameter, said) => {
    const create = () => createPostgresPool(`${database.url}?${parameter}`, { size: 1, name: 'test' });
    expect(create).toThrow(/^DATABASE_URL /);
    expect(create).toThrow(said);
    expect(create).not.toThrow(new URL(database.url).password);
  });

  test('a role and a database with another zone and limit have no effect', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await pool.query(`alter database "${name}" set timezone = 'Asia/Kolkata'`);
    await pool.query(`alter database "${name}" set statement_timeout = 0`);
    expect(await settingsAt(database.url)).toMatchObject(own);
    await withClient(database.url, async (client) => {
      expect((await client.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
    });
  });

  describe('a service is not ready', () => {
    /** A pooler that drops the settings of a connection leaves a session with those of its role. */
    const probeAfter = async (...settings: string[]) => {
      pool.on('connect', (client) => void client.query(settings.map((one) => `set ${one};`).join('')));
      return createPostgresProbe(pool)().catch((error: unknown) => String(error));
    };
    test.each([
      [`timezone = 'Asia/Kolkata'`, 'sessions have the timezone Asia/Kolkata, which must be UTC'],
      ['statement_timeout = 0', 'sessions have the statement_timeout 0'],
      [`statement_timeout = '1h'`, 'sessions have the statement_timeout 1h'],
    ])('where sessions have %s', async (setting, said) => {
      expect(await probeAfter(setting)).toContain(said);
    });

    test('but is where its role has them in other words', async () => {
      expect(await probeAfter(`timezone = 'Etc/UTC'`, `statement_timeout = '3500ms'`)).toBeUndefined();
    });
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
