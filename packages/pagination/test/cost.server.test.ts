import type pg from 'pg';
import type { PagePlan } from '../src/index.ts';
import { explainNotes } from './note-plans.ts';
import { createNotesDatabase, ownerQuery } from './postgres-notes.ts';

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
  await pool.query('vacuum (analyze) note');
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
  offset,
  binding: '',
});
const scan = (plan: PagePlan, part: string) =>
  explainNotes(pool, ownerQuery('ann', 'uuid', plan)).then((scans) => scans.filter((s) => s.part === part));

test.each([
  [0, false, 21],
  [33, false, 33 + 21],
  [9_000, false, 9_000 + 21],
  [10_000, false, 10_000 + 21],
  [10_001, true, total - 10_001],
  [15_000, true, total - 15_000],
  [19_990, true, 10],
])('the page at offset %d is one covering scan from the nearer end', async (offset, backward, rows) => {
  expect(await scan(offsetPlan(offset), 'page')).toEqual([
    { part: 'page', type: 'Index Only Scan', backward, rows, heapFetches: 0, condition: expect.any(String) },
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
  const pages = await scan(keysetPlan(depth), 'page');
  expect(pages).toEqual([
    {
      part: 'page',
      type: 'Index Only Scan',
      backward: false,
      rows: 21,
      heapFetches: 0,
      condition: expect.stringContaining('ROW(created_at, id) < ROW('),
    },
  ]);
});

test.each([offsetPlan(9_000), offsetPlan(15_000), keysetPlan(9_000)])(
  'wide columns are fetched for the records of the page only: %j',
  async (plan) => {
    const wide = await scan(plan, 'wide');
    expect(wide.map(({ type, rows }) => ({ type, rows }))).toEqual([{ type: 'Index Scan', rows: 21 }]);
  },
);

test('the live total is one covering scan, at any depth', async () => {
  for (const plan of [offsetPlan(0), keysetPlan(20), keysetPlan(19_000)]) {
    const totals = await scan(plan, 'totals');
    expect(totals.map(({ type, rows }) => ({ type, rows }))).toEqual([
      { type: 'Index Only Scan', rows: total },
    ]);
  }
});

test('with an exact counter a whole list is paged at any depth without counting it', async () => {
  const query = (plan: PagePlan) => ({
    ...ownerQuery('', 'uuid', plan),
    where: { text: 'true', values: [] },
    counter: `select ${2 * total}`,
  });
  for (const plan of [offsetPlan(0), keysetPlan(20), keysetPlan(19_000), offsetPlan(2 * total - 21)]) {
    const scans = await explainNotes(pool, query(plan));
    expect(scans.map(({ part, rows }) => ({ part, rows }))).toEqual([
      { part: 'page', rows: 21 },
      { part: 'wide', rows: 21 },
    ]);
  }
});
