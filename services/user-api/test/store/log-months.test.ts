import { readdirSync, readFileSync } from 'node:fs';
import { withClient } from '@latchkey/database';
import { createTestDatabase, useTestDatabase } from '@latchkey/testing';
import { keepMonths, type LogMonths } from '../../src/request-log/log-months.ts';
import { createDatabase, Prisma } from '../../src/store/database.ts';
import { createLogMonths } from '../../src/store/request-log/log-months.ts';
import { writeLog } from '../../src/store/request-log/write-log.ts';
import { foldCounts, totalOf } from '../../src/store/row-counts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { untilWaiting } from '../setup/until-waiting.ts';

const database = useTestDatabase('user-api', (url) => ({ url, ...createDatabase(url) }));
let months: LogMonths;
const dayMs = 24 * 3600 * 1000;
const time = (text: string) => new Date(`${text}Z`);
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * dayMs);

/** The log as it is after a year: nothing is left of the first partition, and there are months from `first` on. */
async function startMonthsAt(first: Date): Promise<void> {
  const partitions = await listMonths();
  for (const month of partitions) await database().prisma.$executeRawUnsafe(`drop table ${month}`);
  await database().prisma.$executeRaw`delete from row_counts where list = 'request_log'`;
  await months.make(first);
}

async function listMonths(): Promise<string[]> {
  const rows = await database().query<{ month: string }>(
    Prisma.sql`select month from request_log_months() order by until`,
  );
  return rows.map(({ month }) => month);
}

async function log(...times: Date[]): Promise<void> {
  const rows = times.map((createdAt) => makeLogEntry({ createdAt }));
  expect(await database().execute(writeLog(rows))).toBe(times.length);
}

/** The rows as they are, and as they are counted. */
async function countRows(): Promise<[number, number]> {
  const [counts] = await database().query<{ real: number; counted: number }>(
    Prisma.sql`select (select count(*)::int from request_log) as real,
      (select coalesce(sum(rows), 0)::int from (${Prisma.raw(totalOf('request_log'))}) days) as counted`,
  );
  return [counts?.real ?? 0, counts?.counted ?? 0];
}

beforeAll(() => {
  months = createLogMonths(database());
});

describe('months of the request log', () => {
  beforeEach(() => startMonthsAt(time('2026-01-15T00:00')));

  test('are there for this month and 12 ahead, in UTC, whatever zone and day the caller has', async () => {
    expect(await listMonths()).toHaveLength(13);
    expect((await months.findEnd()).toISOString()).toBe('2027-02-01T00:00:00.000Z');
    expect(await months.make(time('2026-01-31T23:59:59.999'))).toEqual([]);
    const made = await withClient(database().url, async (client) => {
      await client.query(`set timezone = 'Pacific/Auckland'`);
      return (await client.query(`select make_request_log_months('2026-02-01 00:00+00', 12) as month`)).rows;
    });
    expect(made).toEqual([{ month: 'request_log_2027_02' }]);
    await log(time('2026-01-01T00:00'), time('2026-12-31T23:59:59.999'), time('2027-02-28T23:59:59.999'));
    const places = await database().query(
      Prisma.sql`select tableoid::regclass::text as place from request_log order by created_at`,
    );
    expect(places).toEqual([
      { place: 'request_log_2026_01' },
      { place: 'request_log_2026_12' },
      { place: 'request_log_2027_02' },
    ]);
  });

  test('follow the last one without a gap when nobody has made any for years', async () => {
    expect(await months.make(time('2029-01-15T00:00'))).toHaveLength(36);
    expect(await listMonths()).toHaveLength(49);
    expect((await months.findEnd()).toISOString()).toBe('2030-02-01T00:00:00.000Z');
  });

  test('are made and dropped once by many who do so at once', async () => {
    await log(...Array.from({ length: 40 }, (_, day) => daysAfter(time('2026-01-10T00:00'), day)));
    const now = time('2026-07-20T00:00');
    const reports = await Promise.all(Array.from({ length: 8 }, () => keepMonths(months, now)));
    const made = reports.flatMap((report) => report.made);
    expect(made.toSorted()).toEqual([
      'request_log_2027_02',
      'request_log_2027_03',
      'request_log_2027_04',
      'request_log_2027_05',
      'request_log_2027_06',
      'request_log_2027_07',
    ]);
    const dropped = reports.flatMap((report) => report.dropped);
    expect(dropped.toSorted((one, other) => (one.month < other.month ? -1 : 1))).toEqual([
      { month: 'request_log_2026_01', rows: 22 },
      { month: 'request_log_2026_02', rows: 18 },
      { month: 'request_log_2026_03', rows: 0 },
    ]);
    expect(reports.map(({ end }) => end)).toEqual(reports.map(() => time('2027-08-01T00:00')));
    expect(await countRows()).toEqual([0, 0]);
  });

  test('are made and dropped while rows come, and no row is refused or counted wrongly', async () => {
    await log(time('2026-01-10T00:00'), time('2026-02-10T00:00'));
    const now = time('2026-06-20T00:00');
    const write = async () => {
      for (let row = 0; row < 20; row += 1) await log(now);
    };
    const keep = async () => (await keepMonths(months, now)).dropped.length;
    const [, , , ...dropped] = await Promise.all([write(), write(), write(), keep(), keep(), keep()]);
    // One that was in use goes now.
    const rest = await keep();
    expect(rest + dropped.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await countRows()).toEqual([60, 60]);
  });

  test('a row that no month is there for is refused', async () => {
    await expect(log(time('2027-02-01T00:00'))).rejects.toThrow('no partition of relation "request_log"');
  });
});

describe('a month is deleted once its last row is 90 days old', () => {
  const last = time('2026-01-20T12:00');
  beforeEach(() => startMonthsAt(time('2026-01-15T00:00')));

  test('not a millisecond before, and its rows go off the count', async () => {
    // The last row decides, whenever it was written.
    await log(last, time('2026-01-05T00:00'), time('2026-01-12T00:00'), time('2026-02-01T00:00'));
    const due = daysAfter(last, 90);
    expect(await months.dropOldest(new Date(due.getTime() - 1))).toBeUndefined();
    expect(await countRows()).toEqual([4, 4]);
    expect(await months.dropOldest(due)).toEqual({ month: 'request_log_2026_01', rows: 3 });
    expect(await months.dropOldest(due)).toBeUndefined();
    expect(await countRows()).toEqual([1, 1]);
  });

  test('a row that comes late keeps it', async () => {
    await log(time('2026-01-05T00:00'));
    await log(time('2026-01-31T23:59:59.999'));
    expect(await months.dropOldest(daysAfter(last, 90))).toBeUndefined();
    expect(await months.dropOldest(daysAfter(time('2026-01-31T23:59:59.999'), 90))).toMatchObject({
      rows: 2,
    });
  });

  test('one without rows is deleted 90 days after its end', async () => {
    const due = daysAfter(time('2026-02-01T00:00'), 90);
    expect(await months.dropOldest(new Date(due.getTime() - 1))).toBeUndefined();
    expect(await months.dropOldest(due)).toEqual({ month: 'request_log_2026_01', rows: 0 });
  });

  test('the oldest goes first, and each in a transaction of its own', async () => {
    await log(time('2026-01-05T00:00'), time('2026-02-05T00:00'), time('2026-03-05T00:00'));
    const now = daysAfter(time('2026-02-05T00:00'), 90);
    const { dropped, inUse } = await keepMonths(months, now);
    expect(dropped.map(({ month }) => month)).toEqual(['request_log_2026_01', 'request_log_2026_02']);
    expect(inUse).toBeNull();
    expect(await countRows()).toEqual([1, 1]);
  });

  test('one that somebody reads or writes stays whole, and is deleted by a later run', async () => {
    await log(last);
    const now = daysAfter(last, 90);
    const late = Prisma.sql`insert into request_log (id, event, outcome, ip, user_agent, created_at)
      values (gen_random_uuid(), 'e', 'success', '', '', ${last.toISOString()}::timestamptz)`;
    const keepDuring = (use: string) =>
      withClient(database().url, async (client) => {
        await client.query('begin');
        await client.query(use);
        const report = await keepMonths(months, now);
        await client.query('rollback');
        return report;
      });
    const kept = { dropped: [], inUse: 'request_log_2026_01' };
    expect({
      'while read': await keepDuring('select count(*) from request_log'),
      'while written': await keepDuring(late.text.replace('$1', `'${last.toISOString()}'`)),
    }).toMatchObject({ 'while read': kept, 'while written': kept });
    expect(await countRows()).toEqual([1, 1]);
    expect(await keepMonths(months, now)).toMatchObject({ dropped: [{ rows: 1 }], inUse: null });
  });
});

test('the counts of a month go with it also while its days are being added up', async () => {
  await startMonthsAt(time('2026-01-15T00:00'));
  const days = [time('2026-01-05T00:00'), time('2026-01-06T00:00')];
  for (let turn = 0; turn < 2; turn += 1) await log(...days);
  await withClient(database().url, async (client) => {
    await client.query('begin');
    expect((await client.query(foldCounts.text)).rowCount).toBe(2);
    const kept = keepMonths(months, time('2026-04-10T00:00'));
    await untilWaiting(database(), 1, kept);
    // Nobody who reads or writes the log waits with it.
    const locks = await client.query(`select mode from pg_locks join pg_database d on d.oid = database
      where datname = current_database() and relation = 'request_log'::regclass and mode = 'AccessExclusiveLock'`);
    expect(locks.rows).toEqual([]);
    await client.query('commit');
    await kept;
  });
  // One that had to wait too long goes now.
  await keepMonths(months, time('2026-04-10T00:00'));
  expect(await countRows()).toEqual([0, 0]);
  expect(await database().prisma.rowCount.count({ where: { list: 'request_log' } })).toBe(0);
});

test('every partition has every index of the log, and no other', async () => {
  const found = await database().query<{ n: number }>(
    Prisma.sql`select distinct count(*)::int as n from pg_index join pg_class t on t.oid = indrelid
      where t.relname like 'request\\_log%' and indisvalid group by relname`,
  );
  expect(found).toEqual([{ n: 8 }]);
});

describe('the first partition, which holds what is older than the months', () => {
  const fresh = useTestDatabase('user-api', createDatabase);
  let empty: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    empty = await createTestDatabase();
  });
  afterAll(() => empty.drop());

  test('ends with a month of UTC, whatever zone the migration runs in', async () => {
    const folder = new URL('../../prisma/migrations/', import.meta.url);
    const [schema = ''] = readdirSync(folder).sort();
    const script = readFileSync(new URL(`${schema}/migration.sql`, folder), 'utf8');
    const ends = await withClient(empty.url, async (client) => {
      await client.query(`set timezone = 'Pacific/Auckland'`);
      await client.query(script);
      return (await client.query<{ until: Date }>('select until from request_log_months()')).rows;
    });
    const startOfMonth = expect.stringMatching(/-01T00:00:00\.000Z$/);
    expect(ends.map(({ until }) => until.toISOString())).toEqual(Array(12).fill(startOfMonth));
  });

  test('is deleted once it has ended and its last row is 90 days old', async () => {
    const own = createLogMonths(fresh());
    const [first] = await fresh().query<{ month: string; until: Date }>(
      Prisma.sql`select month, until from request_log_months() order by until limit 1`,
    );
    const end = first?.until ?? new Date(0);
    const old = makeLogEntry({ createdAt: daysAfter(end, -200) });
    await fresh().execute(writeLog([makeLogEntry({ createdAt: new Date(0) }), old]));
    expect(await own.dropOldest(new Date(end.getTime() - 1))).toBeUndefined();
    expect(await own.dropOldest(end)).toEqual({ month: 'request_log_first', rows: 2 });
    expect(await fresh().query(Prisma.sql`select from request_log_months()`)).not.toHaveLength(0);
  });
});

test('a role that does not own the tables makes and drops months where it may run the functions', async () => {
  await startMonthsAt(time('2026-01-15T00:00'));
  const role = `runs_${crypto.randomUUID().replaceAll('-', '')}`;
  const make = `select make_request_log_months('2026-02-01', 12)`;
  const drop = `select * from drop_old_request_log_month('2027-01-01', 90)`;
  await withClient(database().url, async (client) => {
    await client.query(`create role ${role}`);
    try {
      await client.query(`set role ${role}`);
      const refusalOf = (sql: string) =>
        client.query(sql).then(
          () => 'done',
          (error: Error) => error.message,
        );
      const denied = expect.stringContaining('permission denied for function');
      const refusals = { make: await refusalOf(make), drop: await refusalOf(drop) };
      expect(refusals).toEqual({ make: denied, drop: denied });
      await client.query('reset role');
      const functions = 'make_request_log_months, drop_old_request_log_month';
      await client.query(`grant execute on function ${functions} to ${role}; set role ${role}`);
      expect((await client.query(make)).rowCount).toBe(1);
      expect((await client.query(drop)).rows).toEqual([{ month: 'request_log_2026_01', rows: '0' }]);
    } finally {
      await client.query('reset role');
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
    }
  });
});
