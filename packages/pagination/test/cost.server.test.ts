import type pg from 'pg';
import type { PagePlan, PageQuery } from '../src/index.ts';
import { explainNotes } from './note-plans.ts';
import { createNotesDatabase, findNotes, ownerQuery } from './postgres-notes.ts';

const total = 20_000;
const sinceMs = Date.UTC(2026, 0, 1);
let pool: pg.Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ pool, drop } = await createNotesDatabase('uuid'));
  await pool.query(
    `insert into note (id, owner, created_at)
     select gen_random_uuid(), owner, $1::timestamptz + serial / 5 * interval '1 ms'
     from generate_series(1, $2::int) serial, unnest(array['ann', 'bob']) owner`,
    [new Date(sinceMs).toISOString(), total],
  );
  // Without freeze, vacuum leaves out a page that another process has pinned, for example to write it to disk.
  await pool.query('vacuum (freeze, analyze) note');
});
afterAll(() => drop());

const offsetPlan = (offset: number): PagePlan => ({ kind: 'offset', limit: 20, offset, binding: '' });
const keysetPlan = (offset: number): PagePlan => ({
  kind: 'keyset',
  limit: 20,
  after: {
    createdAtMs: sinceMs + Math.floor((total - offset) / 5),
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  },
  binding: '',
});
const scan = (plan: PagePlan, part: string) =>
  explainNotes(pool, ownerQuery('ann', 'uuid', plan)).then((scans) => scans.filter((s) => s.part === part));

const cursorScan = {
  type: 'Index Only Scan',
  isBackward: false,
  rows: 21,
  heapFetches: 0,
  condition: expect.stringContaining('ROW(created_at, id) < ROW('),
  isSorted: false,
};

test.each([
  [0, false, 21],
  [33, false, 33 + 21],
  [9_000, false, 9_000 + 21],
  [9_989, false, 9_989 + 21],
  [9_990, true, total - 9_990],
  [15_000, true, total - 15_000],
  [19_990, true, 10],
])('the page at offset %d is one covering scan from the nearer end', async (offset, isBackward, rows) => {
  expect(await scan(offsetPlan(offset), 'page')).toMatchObject([
    { type: 'Index Only Scan', isBackward, rows, heapFetches: 0, isSorted: false },
  ]);
});

test.each([total, total + 1, 2 ** 52])(
  'offset %d, past the end, scans nothing but the count',
  async (offset) => {
    expect(await scan(offsetPlan(offset), 'page')).toEqual([]);
    expect(await scan(offsetPlan(offset), 'wide')).toEqual([]);
  },
);

test.each([20, 5_000, 10_000, 19_000])('a cursor page at depth %d reads limit + 1 keys', async (depth) => {
  expect(await scan(keysetPlan(depth), 'page')).toMatchObject([cursorScan]);
});

test.each([offsetPlan(9_000), offsetPlan(15_000), keysetPlan(9_000)])(
  'wide columns are fetched for the records of the page only: %j',
  async (plan) => {
    const wide = await scan(plan, 'wide');
    expect(wide.map(({ type, rows }) => ({ type, rows }))).toEqual([{ type: 'Index Scan', rows: 21 }]);
  },
);

test.each([offsetPlan(0), keysetPlan(20), keysetPlan(19_000)])(
  'the live total is one covering scan for $kind at $offset',
  async (plan) => {
    const totals = await scan(plan, 'totals');
    expect(totals.map(({ type, rows }) => ({ type, rows }))).toEqual([
      { type: 'Index Only Scan', rows: total },
    ]);
  },
);

test.each([0, 2 * total - 21])(
  'with an exact counter the page at offset %d of a whole list is read without counting it',
  async (offset) => {
    const scans = await explainNotes(pool, {
      ...ownerQuery('', 'uuid', offsetPlan(offset)),
      where: { text: 'true', values: [] },
      counter: `select '-infinity'::timestamptz as since, ${2 * total} as rows`,
    });
    expect(scans.map(({ part, rows }) => ({ part, rows }))).toEqual([
      { part: 'page', rows: 21 },
      { part: 'wide', rows: 21 },
    ]);
  },
);

describe('a counter that knows places in the list', () => {
  const secondsQuery = (plan: PagePlan) => ({
    ...ownerQuery('ann', 'uuid', plan),
    counter: `select to_timestamp(second) as since, rows from second_count`,
  });
  // The places are 0, 1, 5,001, 10,001, 15,001 and 20,000.
  beforeAll(() =>
    pool.query(`create table second_count as select floor(extract(epoch from created_at)) as second, count(*) as rows
      from note where owner = 'ann' group by second`),
  );
  const middle = { type: 'Index Only Scan', heapFetches: 0, isSorted: false };

  test.each([
    [4_000, true, 1_001],
    [7_000, false, 2_020],
    [9_000, true, 1_001],
    [9_990, false, 5_010],
  ])('the page at offset %d is reached from the nearest of them', async (offset, isBackward, rows) => {
    const scans = await explainNotes(pool, secondsQuery(offsetPlan(offset)));
    expect(scans).toMatchObject([
      { part: 'page', ...middle, isBackward, rows },
      { part: 'wide', rows: 21 },
    ]);
  });

  test.each([
    [4_000, 3_995],
    [5_100, 95],
    [9_990, 4_985],
  ])('the rank of the cursor at %d counts the records since the last of them', async (depth, rows) => {
    const [counted] = await explainNotes(pool, secondsQuery(keysetPlan(depth)));
    expect(counted).toMatchObject({ part: 'totals', type: 'Index Only Scan', rows });
  });

  test('past the end nothing is read', async () => {
    const scans = await explainNotes(pool, secondsQuery(offsetPlan(total)));
    expect(scans.map(({ rows }) => rows)).toEqual([0]);
  });
});

describe('a list of several owners', () => {
  const ownersQuery = (plan: PagePlan, owners = ['ann', 'bob']): PageQuery => ({
    ...ownerQuery('', 'uuid', plan),
    where: owners.map((owner) => ({ text: 't.owner = $1', values: [owner] })),
  });
  const scanAll = async (plan: PagePlan, part: string) =>
    (await explainNotes(pool, ownersQuery(plan))).filter((each) => each.part === part);
  const sumRows = (scans: { rows: number }[]) => scans.reduce((sum, { rows }) => sum + rows, 0);

  test.each([20, 10_000, 39_000])('a cursor page at depth %d reads a page of each', async (depth) => {
    const pages = await scanAll(keysetPlan(depth / 2), 'page');
    const one = { ...cursorScan, rows: expect.any(Number) };
    expect(pages).toMatchObject([one, one]);
    // The merge holds one key of each owner, so it reads one more than the page has.
    expect(sumRows(pages)).toBe(22);
  });

  test.each([
    [0, false, 22],
    [5_000, false, 5_022],
    [30_000, true, 10_001],
    [39_990, true, 11],
  ])('the page at offset %d merges covering scans from the nearer end', async (offset, isBackward, rows) => {
    const pages = await scanAll(offsetPlan(offset), 'page');
    const one = { type: 'Index Only Scan', isBackward, heapFetches: 0, isSorted: false };
    expect(pages).toMatchObject([one, one]);
    expect(sumRows(pages)).toBe(rows);
  });

  test.each([offsetPlan(0), keysetPlan(10_000), offsetPlan(5_000), offsetPlan(39_990)])(
    'a filter that no index has is read until the page is full: %j',
    async (plan) => {
      const scans = await explainNotes(pool, {
        ...ownersQuery(plan),
        where: ['ann', 'bob'].map((owner) => ({
          text: `t.owner = $1 and t.body <> $2`,
          values: [owner, ''],
        })),
      });
      const pages = scans.filter(({ part }) => part === 'page');
      expect(pages).toMatchObject([
        { type: 'Index Scan', isSorted: false },
        { type: 'Index Scan', isSorted: false },
      ]);
      expect(sumRows(pages)).toBeLessThanOrEqual(5_022);
    },
  );

  const anyPlans = [offsetPlan(0), offsetPlan(30_000), keysetPlan(10_000)];
  test.each(anyPlans)(
    'the live total is one covering scan of each, not sorted, for $kind at $offset',
    async (plan) => {
      const totals = await scanAll(plan, 'totals');
      expect(totals).toMatchObject(
        ['ann', 'bob'].map(() => ({ type: 'Index Only Scan', rows: total, isSorted: false })),
      );
    },
  );

  test.each(anyPlans)('no owner scans nothing for $kind at $offset', async (plan) => {
    expect(await explainNotes(pool, ownersQuery(plan, []))).toEqual([]);
    const page = await findNotes(pool, ownersQuery(plan, []));
    expect(page).toMatchObject({ items: [], totalCount: 0, lastKey: null });
  });
});
