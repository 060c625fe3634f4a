import pg from 'pg';
import {
  buildPageQuery,
  escapeLikePattern,
  readPageRows,
  type PagePlan,
  type PageRow,
} from '../src/index.ts';
import { note, notes, planNotes, searchNotes, start } from './note-pages.ts';
import { createMemoryNotes } from './note-store.ts';
import { createNotesDatabase, createPostgresNotes, findNotes, ownerQuery } from './postgres-notes.ts';

let pool: pg.Pool;
let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ pool, url, drop } = await createNotesDatabase('text'));
});
afterAll(() => drop());
beforeEach(() => pool.query('truncate note'));

const clients: pg.Client[] = [];
/** A connection of its own, which ends with the test. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())));

test("a session's time zone moves no cursor", async () => {
  const store = createPostgresNotes(pool, 'text');
  await store.add(notes(30, 4));
  const client = await connect();
  await client.query("set time zone 'Asia/Kolkata'");
  const abroad = {
    ...store,
    find: (owner: string, plan: ReturnType<typeof planNotes>) =>
      findNotes(client, ownerQuery(owner, 'text', plan)),
  };
  const first = await searchNotes(abroad, {});
  const second = await searchNotes(abroad, { cursor: first.next_cursor });
  expect([...first.items, ...second.items]).toEqual(notes(30, 4).reverse());
});

test('text ids of one millisecond come in the same order as in memory', async () => {
  const ids = ['a', 'B', '_', '~', '0', '-', 'ab', 'A', '.', ':', 'Z'];
  const records = ids.map((id) => ({ id, owner: 'ann', createdAtMs: start }));
  const stores = [createMemoryNotes(), createPostgresNotes(pool, 'text')];
  const orders = stores.map(async (store) => {
    await store.add(records);
    const first = await searchNotes(store, { limit: 4 });
    const rest = await searchNotes(store, { limit: 20, cursor: first.next_cursor });
    return [...first.items, ...rest.items].map(({ id }) => id);
  });
  const [inMemory, inPostgres] = await Promise.all(orders);
  expect(inPostgres).toEqual(inMemory);
  expect(inMemory).toEqual(['~', 'ab', 'a', '_', 'Z', 'B', 'A', ':', '0', '.', '-']);
});

test.each([
  ['%', ['50% off']],
  ['_', ['snake_case']],
  ['\\', [String.raw`back\slash`]],
  ['K_C', []],
  ['E_c', ['snake_case']],
])('a search for %j is literal', async (search, found) => {
  const names = ['50% off', 'snake_case', String.raw`back\slash`, 'plain'];
  await createPostgresNotes(pool, 'text').add(
    names.map((id, index) => ({ id, owner: 'ann', createdAtMs: start + index })),
  );
  const query = ownerQuery('ann', 'text', planNotes({}));
  const where = {
    text: `t.owner = $1 and t.id ilike '%' || $2 || '%'`,
    values: ['ann', escapeLikePattern(search)],
  };
  const page = await findNotes(pool, { ...query, where });
  expect(page.items.map(({ id }) => id)).toEqual(found);
  expect(page.totalCount).toBe(found.length);
});

test('an id column of another name, a computed column and a join', async () => {
  await pool.query(`
    create table app_owner (id text primary key, name text not null);
    create table app (client_id text collate "C" primary key, owner_id text, created_at timestamptz(3) not null);
    insert into app_owner values ('o1', 'Ann');
    insert into app select 'app-' || n, case when n % 2 = 0 then 'o1' end, now() from generate_series(1, 5) n;
  `);
  const find = async (plan: ReturnType<typeof planNotes>) => {
    const { text, values } = buildPageQuery({
      table: 'app',
      columns: 't.client_id, o.name as owner, (select count(*)::int from note) as notes',
      joins: 'left join app_owner o on o.id = t.owner_id',
      idColumn: 'client_id',
      idType: 'text',
      where: { text: 'true', values: [] },
      plan,
    });
    type Row = PageRow<{ client_id: string; owner: string | null; notes: number }>;
    const { rows } = await pool.query<Row>(text, [...values]);
    return readPageRows(rows, plan, (row) => Object.entries(row));
  };
  const first = await find(planNotes({ limit: 2, offset: 1 }));
  expect(first).toMatchObject({
    items: [
      Object.entries({ client_id: 'app-4', owner: 'Ann', notes: 0 }),
      Object.entries({ client_id: 'app-3', owner: null, notes: 0 }),
    ],
    totalCount: 5,
    offset: 1,
  });
  if (!first.lastKey) throw new Error('a further page was expected');
  const next = await find({ ...planNotes({ limit: 9 }), kind: 'keyset', after: first.lastKey });
  expect(next).toMatchObject({
    items: [
      Object.entries({ client_id: 'app-2', owner: 'Ann', notes: 0 }),
      Object.entries({ client_id: 'app-1', owner: null, notes: 0 }),
    ],
    offset: 3,
    lastKey: null,
  });
});

describe('a table as another project has it', () => {
  /** Walks a table of 40 rows by cursor, seven at a time, in a session of this time zone. */
  async function walk(createdAt: string, zone: string): Promise<string[]> {
    const client = await connect();
    await client.query(`
      set time zone 'UTC';
      create temp table post (id serial primary key, created_at ${createdAt});
      insert into post (created_at) select '2026-07-01 12:00:00Z'::timestamptz + n / 3 * interval '1.0001 s'
      from generate_series(1, 40) n;
      set time zone '${zone}';
    `);
    const seen: string[] = [];
    let plan: PagePlan = planNotes({ limit: 7 });
    for (;;) {
      const where = { text: 'true', values: [] };
      const { text, values } = buildPageQuery({
        table: 'post',
        columns: 't.id',
        idType: 'bigint',
        where,
        plan,
      });
      const { rows } = await client.query<PageRow<{ id: number }>>(text, [...values]);
      const page = readPageRows(rows, plan, ({ id }) => String(id));
      seen.push(...page.items);
      if (page.lastKey === null) break;
      plan = { ...plan, kind: 'keyset', after: page.lastKey };
    }
    return seen;
  }
  const newestFirst = Array.from({ length: 40 }, (_, index) => String(40 - index));

  test.each([
    ['timestamptz(3)', 'UTC'],
    ['timestamptz(3)', 'America/New_York'],
    ['timestamp(3)', 'UTC'],
    ['timestamp(3)', 'Asia/Kolkata'],
  ])('of whole-number ids and %s is walked whole in a session of %s', async (createdAt, zone) => {
    expect(await walk(createdAt, zone)).toEqual(newestFirst);
  });

  test.each(['timestamptz', 'timestamp'])(
    'of a %s that is finer than milliseconds is refused',
    async (type) => {
      await expect(walk(type, 'UTC')).rejects.toThrow('make the column timestamptz(3)');
    },
  );
});

test('without rows at all the statement was not a page query', () => {
  expect(() => readPageRows([], planNotes({}), () => note(1, 1))).toThrow('one row at least');
});
