import { createTestDatabase } from '@latchkey/testing';
import { createPostgresPool, type PostgresPool } from '../src/postgres/postgres-pool.ts';
import { executeSql, queryRows } from '../src/postgres/statements.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: PostgresPool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPostgresPool(database.url, { size: 1, name: 'test' });
  await pool.query('create table things (id int primary key, name text)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const namesOnServer = async () =>
  (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  );

test('a statement is kept by its connection under one name, and its values arrive each time', async () => {
  const text = 'insert into things values ($1, $2)';
  expect(await executeSql(pool, { text, values: [1, 'a'] })).toBe(1);
  expect(await executeSql(pool, { text, values: [2, 'b'] })).toBe(1);
  expect(await queryRows(pool, { text: 'select name from things order by id', values: [] })).toEqual([
    { name: 'a' },
    { name: 'b' },
  ]);
  expect((await namesOnServer()).filter((one) => one === text)).toHaveLength(1);
});

test('a statement whose text varies leaves nothing behind', async () => {
  const text = 'select id from things where id = $1';
  expect(await queryRows(pool, { text, values: [1], varies: true })).toEqual([{ id: 1 }]);
  expect(await namesOnServer()).not.toContain(text);
});

test('a statement that PostgreSQL refuses is refused each time, and the connection goes on', async () => {
  const refused = { text: 'select nothing_of_that_name', values: [] };
  for (let time = 0; time < 2; time += 1)
    await expect(queryRows(pool, refused)).rejects.toMatchObject({ code: '42703' });
  expect(await queryRows(pool, { text: 'select 1 as one', values: [] })).toEqual([{ one: 1 }]);
});

test('a column that a migration adds breaks no statement that lists its columns', async () => {
  const text = 'select id, name from things where id = $1';
  await queryRows(pool, { text, values: [1] });
  await pool.query('alter table things add column more text');
  expect(await queryRows(pool, { text, values: [1] })).toEqual([{ id: 1, name: 'a' }]);
});

test('there is an end to the names', async () => {
  for (let at = 0; at < 300; at += 1) await queryRows(pool, { text: `select ${at} as at`, values: [] });
  const kept = (await namesOnServer()).filter((one) => one.endsWith(' as at'));
  expect(kept.length).toBeGreaterThan(200);
  expect(kept.length).toBeLessThanOrEqual(256);
});
