import { withClient } from '@latchkey/database';
import { readTestUrl } from './read-test-url.ts';
import { createTestDatabase } from './test-database.ts';

describe('createTestDatabase', () => {
  test('without a server, a sentence says how to get one', async () => {
    const kept = process.env['TEST_POSTGRES_URL'];
    delete process.env['TEST_POSTGRES_URL'];
    try {
      await expect(createTestDatabase()).rejects.toThrow(
        'TEST_POSTGRES_URL is not set: run the tests with "npm test", which starts a server for them.',
      );
    } finally {
      process.env['TEST_POSTGRES_URL'] = kept;
    }
  });

  test('what one test writes another does not see', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await withClient(first.url, (client) => client.query('CREATE TABLE only_here ()'));
    await expect(withClient(second.url, (client) => client.query('TABLE only_here'))).rejects.toThrow(
      'relation "only_here" does not exist',
    );
    await Promise.all([first.drop(), second.drop()]);
  });

  test('drop removes the database under an open connection, and may be repeated', async () => {
    const { url, drop } = await createTestDatabase();
    await withClient(url, async (client) => {
      client.on('error', () => undefined);
      await drop();
    });
    await drop();
    const left = await withClient(readTestUrl('TEST_POSTGRES_URL'), (client) =>
      client.query('SELECT 1 FROM pg_database WHERE datname = $1', [new URL(url).pathname.slice(1)]),
    );
    expect(left.rowCount).toBe(0);
  });

  test.each(['sso', 'user-api', 'drop'] as const)(
    '%s: eight callers at once each get its migrated tables',
    async (service) => {
      const databases = await Promise.all(Array.from({ length: 8 }, () => createTestDatabase({ service })));
      const counts = await Promise.all(
        databases.map(({ url }) =>
          withClient(url, (client) => client.query('SELECT count(*)::int AS n FROM _prisma_migrations')),
        ),
      );
      const [first] = counts;
      expect(first?.rows[0].n).toBeGreaterThan(0);
      expect(counts.map((count) => count.rows)).toEqual(counts.map(() => first?.rows));
      await Promise.all(databases.map(({ drop }) => drop()));
    },
  );
});
