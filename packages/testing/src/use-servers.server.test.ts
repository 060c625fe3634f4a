import { withClient } from '@latchkey/database';
import { readTestUrl } from './read-test-url.ts';
import { useTestDatabase, useTestRedis } from './use-servers.ts';

const used: { database?: { url: string; isClosed: boolean } } = {};

describe('useTestDatabase', () => {
  const database = useTestDatabase('drop', (url) => {
    const made = { url, isClosed: false, close: async () => void (made.isClosed = true) };
    used.database = made;
    return made;
  });

  test('the database is migrated and open', async () => {
    const found = await withClient(database().url, (client) =>
      client.query('select count(*)::int as n from drops'),
    );
    expect(found.rows).toEqual([{ n: 0 }]);
    expect(database().isClosed).toBe(false);
  });
});

test('after its block, the database is closed and removed', async () => {
  expect(used.database?.isClosed).toBe(true);
  const name = new URL(used.database?.url ?? '').pathname.slice(1);
  const left = await withClient(readTestUrl('TEST_POSTGRES_URL'), (client) =>
    client.query('select 1 from pg_database where datname = $1', [name]),
  );
  expect(left.rowCount).toBe(0);
});

describe('useTestRedis', () => {
  const plain = useTestRedis();
  const prefixed = useTestRedis({ keyPrefix: 'p:' });

  test('each has an empty database of its own, and its own prefix', async () => {
    expect([await plain().dbsize(), await prefixed().dbsize()]).toEqual([0, 0]);
    await prefixed().set('key', 'value');
    expect(await prefixed().keys('*')).toEqual(['p:key']);
    expect(await plain().dbsize()).toBe(0);
  });
});
