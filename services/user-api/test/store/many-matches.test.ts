import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import { createAccountSearch } from '../../src/store/account-list.ts';
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

test('of many such searches at once two are answered, and the rest is refused as overloaded', async () => {
  const search = createAccountSearch(database());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => search({ search: '@many' }, plan)),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeLessThanOrEqual(6);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'overloaded' } });
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2);
});
