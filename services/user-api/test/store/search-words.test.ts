import { fileURLToPath } from 'node:url';
import { applyMigrations, withClient } from '@latchkey/database';
import { createTestDatabase, explain, listSteps, useTestDatabase } from '@latchkey/testing';
import { createAccountSearch } from '../../src/store/accounts/account-list.ts';
import { assertReadsLetters, createDatabase, Prisma } from '../../src/store/database.ts';
import { hasPart } from '../../src/store/search-conditions.ts';

/** Words of scripts in which a word is short, or has marks between its letters. */

const names = [
  '王伟',
  '田中 太郎',
  '李小龙',
  '김민준',
  'さくら',
  'हिन्दी भाषा',
  'বাংলা',
  'தமிழ்',
  'မြန်မာ',
  'ខ្មែរ',
  'བོད་ཡིག',
  'Zoë',
];
const database = useTestDatabase('user-api', (url) => ({ ...createDatabase(url), url }));

beforeAll(() =>
  withClient(database().url, async (client) => {
    await client.query(
      `insert into users (id, email, name, kind, status, created_at, updated_at)
       select gen_random_uuid(), 'p' || n || '@words.test', coalesce(($1::text[])[n], md5(n::text)), 'user', 'active',
         now(), now()
       from generate_series(1, 10000) n`,
      [names],
    );
    await client.query('vacuum analyze users');
  }),
);

const find = async (search: string) => {
  const plan = { kind: 'offset', limit: 5, offset: 0, binding: '' } as const;
  const { items } = await createAccountSearch(database())({ search }, plan);
  return items.map(({ name }) => name);
};

test.each([
  ['王伟', '王伟'],
  ['田中', '田中 太郎'],
  ['太郎', '田中 太郎'],
  ['小龙', '李小龙'],
  ['김민', '김민준'],
  ['민준', '김민준'],
  ['くら', 'さくら'],
  ['हिन्दी', 'हिन्दी भाषा'],
  ['বাংলা', 'বাংলা'],
  ['தமிழ்', 'தமிழ்'],
  ['မြန်မာ', 'မြန်မာ'],
  ['ខ្មែរ', 'ខ្មែរ'],
  ['ཡིག', 'བོད་ཡིག'],
  ['zoë', 'Zoë'],
])('%s finds %s by the index', async (search, name) => {
  expect(await find(search)).toEqual([name]);
  const { text, values } = Prisma.sql`select id from users t where ${hasPart(['t.email', 't.name'], search)}`;
  const plan = await explain((sql, given) => database().query({ text: sql, values: given }), {
    text,
    values,
  });
  const steps = listSteps(plan);
  expect(steps.map(({ type }) => type)).not.toContain('Seq Scan');
  expect(steps.filter(({ read }) => read > 100)).toEqual([]);
});

test('where pg_trgm is in a schema of its own, the migrations find it, and so do searches', async () => {
  const { url, drop } = await createTestDatabase();
  await withClient(url, (client) =>
    client.query('create schema extensions; create extension pg_trgm schema extensions'),
  );
  const serviceDir = fileURLToPath(new URL('../../', import.meta.url));
  await applyMigrations({ databaseUrl: url, serviceDir });
  const other = createDatabase(url);
  try {
    await assertReadsLetters(other);
    const plan = { kind: 'offset', limit: 5, offset: 0, binding: '' } as const;
    expect(await createAccountSearch(other)({ search: 'nobody' }, plan)).toMatchObject({ totalCount: 0 });
  } finally {
    await other.close();
    await drop();
  }
});
