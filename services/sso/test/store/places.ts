import { createPostgresPool, type PostgresPool } from '@latchkey/connections';
import { createTestDatabase } from '@latchkey/testing';
import { createDatabase, type Database } from '../../src/store/database.ts';

/** One migrated database: its address, a pool on it, and Prisma over that pool. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: PostgresPool;
  readonly database: Database;
  close(): Promise<void>;
}

/** A database for the tests of one file; every test gets a new one when `each` is true. */
export function useDatabase({ each = false } = {}): () => TestDatabase {
  let current: TestDatabase;
  const [before, after] = each ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    const { url, drop } = await createTestDatabase({ service: 'sso' });
    const opened = openDatabase(url);
    const close = async () => {
      await opened.close();
      await drop();
    };
    current = { ...opened, close };
  });
  after(() => current.close());
  return () => current;
}

/** A pool and Prisma on an address, which may lead nowhere. */
export function openDatabase(url: string): TestDatabase {
  const pool = createPostgresPool(url, { size: 10, name: 'sso-test' });
  const database = createDatabase(pool);
  const close = async () => {
    await database.$disconnect();
    await pool.end();
  };
  return { url, pool, database, close };
}
