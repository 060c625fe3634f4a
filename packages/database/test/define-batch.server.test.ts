import { createTestDatabase } from '@latchkey/testing';
import { defineBatch } from '../src/postgres/define-batch.ts';
import { createPostgresPool, type PostgresPool } from '../src/postgres/postgres-pool.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: PostgresPool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPostgresPool(database.url, { size: 2, name: 'test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Item {
  readonly name: string;
  readonly content: Uint8Array | undefined;
}

test('each item of a statement gets its own bytes, also none and no length', async () => {
  const send = defineBatch<Item, { name: string; content: Buffer | null; items: string }>(pool, {
    columns: { name: ['text', ({ name }) => name] },
    bytes: { name: 'content', read: ({ content }) => content },
    sql: 'select place, name, content, count(*) over () as items from item',
    isAlone: ({ name }) => name === 'alone',
  });
  const contents = [
    Buffer.from('first'),
    undefined,
    Buffer.alloc(0),
    Buffer.from('the last'),
    Buffer.of(0, 255),
  ];
  const names = ['a', 'b', 'c', 'd', 'alone'];
  const items = names.map((name, at) => ({ name, content: contents[at] }));
  const rows = await Promise.all(items.map(send));
  expect(rows.map((row) => row?.name)).toEqual(names);
  expect(rows.map((row) => row?.content ?? undefined)).toEqual(contents);
  const sizes = rows.map((row) => Number(row?.items));
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(sizes[4]).toBe(1);
});
