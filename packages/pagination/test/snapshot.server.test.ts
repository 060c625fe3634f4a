import type pg from 'pg';
import { note, notes, planNotes, searchNotes, start } from './note-pages.ts';
import { createNotesDatabase, createPostgresNotes, findNotes, ownerQuery } from './postgres-notes.ts';

const counter = `select '-infinity'::timestamptz as since, total as rows from note_count`;
let pool: pg.Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ pool, drop } = await createNotesDatabase('uuid'));
  await pool.query('create table note_count (total bigint not null); insert into note_count values (0)');
});
afterAll(() => drop());
beforeEach(() => pool.query('truncate note; update note_count set total = 0'));

/** Adds and removes between none and seven notes at a time, the counter in the same transaction, until stopped. */
async function churn(isOver: () => boolean): Promise<number> {
  const client = await pool.connect();
  let rounds = 0;
  for (; !isOver(); rounds += 1) {
    const ids = Array.from({ length: 7 }, (_, index) => note(500 + index, start + index).id);
    const change =
      rounds % 2 === 0
        ? `insert into note (id, owner, created_at)
           select i::uuid, 'ann', now() from unnest($1::text[]) i`
        : 'delete from note where id = any ($1::text[]::uuid[])';
    await client.query('begin');
    await client.query(change, [ids]);
    await client.query('update note_count set total = total + $1', [rounds % 2 === 0 ? 7 : -7]);
    await client.query('commit');
  }
  client.release();
  return rounds;
}

test.each(['counted', 'from a counter'])(
  'total, %s, and page always agree while others write',
  async (way) => {
    const store = createPostgresNotes(pool, 'uuid');
    await store.add(notes(30, 3));
    await pool.query('update note_count set total = 30');
    let over = false;
    const writer = churn(() => over);
    const seen = new Set<number>();
    for (let look = 0; look < 100 || (seen.size < 2 && look < 5_000); look += 1) {
      const inputs = look % 2 === 0 ? { limit: 100 } : { limit: 100, offset: 25 };
      const query = ownerQuery('ann', 'uuid', planNotes(inputs));
      const page = await findNotes(pool, {
        ...query,
        ...(way === 'counted' ? {} : { counter }),
      });
      seen.add(page.totalCount);
      expect(page.offset + page.items.length).toBe(page.totalCount);
    }
    over = true;
    await writer;
    expect(seen).toEqual(new Set([30, 37]));
  },
);

test('the rank of a cursor is of the same moment as its page', async () => {
  const store = createPostgresNotes(pool, 'uuid');
  await store.add(notes(30, 3));
  const { next_cursor } = await searchNotes(store, { limit: 10 });
  let over = false;
  const writer = churn(() => over);
  const seen = new Set<string>();
  for (let look = 0; look < 100 || (seen.size < 2 && look < 5_000); look += 1) {
    const page = await searchNotes(store, { limit: 20, cursor: next_cursor });
    seen.add(`${page.next_offset - page.limit} of ${page.total_count}`);
    expect(page.items).toHaveLength(20);
  }
  over = true;
  await writer;
  expect(seen).toEqual(new Set(['10 of 30', '17 of 37']));
});

test('with a counter, the rank of a cursor is live too', async () => {
  const store = createPostgresNotes(pool, 'uuid');
  await store.add(notes(30, 3));
  const counted = (plan: ReturnType<typeof planNotes>) =>
    findNotes(pool, { ...ownerQuery('ann', 'uuid', plan), counter });
  await pool.query('update note_count set total = 30');
  const { next_cursor } = await searchNotes(
    { ...store, find: (_, plan) => counted(plan) },
    { limit: 7, offset: 5 },
  );
  await store.add([note(900, start + 1_000)]);
  await pool.query('update note_count set total = 31');
  const page = await searchNotes(
    { ...store, find: (_, plan) => counted(plan) },
    { limit: 7, cursor: next_cursor },
  );
  expect(page).toMatchObject({ total_count: 31, next_offset: 20, page_number: 2, page_total: 5 });
  expect(page.items).toEqual(notes(30, 3).reverse().slice(12, 19));
});

test.each([
  "'-infinity'",
  'created_at',
  "date_bin('3 ms', created_at, 'epoch')",
  "date_bin('10 s', created_at, 'epoch')",
])('every offset and limit is the slice of the whole, with a counter from each %s', async (since) => {
  const all = notes(23, 4);
  await createPostgresNotes(pool, 'uuid').add(all);
  // One row for each note, so that each place comes in parts.
  const places = `select ${since}::timestamptz as since, 1 as rows from note`;
  const cases = Array.from({ length: 27 }, (_, offset) =>
    [1, 2, 7, 22, 23, 24].map((limit) => ({ offset, limit })),
  ).flat();
  const found = [];
  for (const { offset, limit } of cases) {
    const query = ownerQuery('ann', 'uuid', planNotes({ offset, limit }));
    const page = await findNotes(pool, { ...query, counter: places });
    found.push({ offset: page.offset, limit, totalCount: page.totalCount, items: page.items });
  }
  expect(found).toEqual(
    cases.map(({ offset, limit }) => {
      const items = all.toReversed().slice(offset, offset + limit);
      return { offset, limit, totalCount: 23, items };
    }),
  );
});

test('a counter that has no row yet is 0', async () => {
  const query = ownerQuery('ann', 'uuid', planNotes({ offset: 3 }));
  expect(await findNotes(pool, { ...query, counter: `${counter} where false` })).toEqual({
    items: [],
    totalCount: 0,
    offset: 3,
    lastKey: null,
  });
});
