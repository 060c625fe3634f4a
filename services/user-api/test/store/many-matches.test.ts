import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import { createAccountSearch } from '../../src/store/accounts/account-list.ts';
import { createDatabase } from '../../src/store/database.ts';

const users = 10_005;
const database = useTestDatabase('user-api', (url) => createDatabase(url));
const plan: PagePlan = { kind: 'offset', limit: 3, offset: 10_003, binding: '' };

beforeAll(async () => {
  await database().prisma.$executeRaw`
    insert into users (id, email, name, kind, status, created_at, updated_at)
    select gen_random_uuid(), 'ann' || n || '@many.test', 'Ann', 'user', 'active', now(), now()
    from generate_series(1, ${users}::int) n`;
});

test('a part that more than 10,000 users have is counted in whole, and its last page is found', async () => {
  const found = await createAccountSearch(database())({ search: '@many' }, plan);
  expect(found).toMatchObject({ totalCount: users, offset: 10_003, lastKey: null });
  expect(found.items).toHaveLength(2);
});

test('of eight such searches at once two are answered, and the others are refused as overloaded', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const refusals: unknown[] = [];
  const search = createAccountSearch({
    async query(statement) {
      // Those that are let in wait until all others are refused.
      if (!statement.text.includes('found as')) await opened;
      return database().query(statement);
    },
  });
  const searches = Array.from({ length: 8 }, async () =>
    search({ search: '@many' }, plan).catch((error: unknown) => {
      if (refusals.push(error) === 6) open();
      return undefined;
    }),
  );
  const found = (await Promise.all(searches)).filter((one) => one !== undefined);
  expect(found.map(({ totalCount }) => totalCount)).toEqual([users, users]);
  expect(refusals).toEqual(Array(6).fill(expect.objectContaining({ code: 'overloaded' })));
});
