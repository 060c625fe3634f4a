import { Redis } from 'ioredis';
import { createTestDatabase } from './test-database.ts';
import { createTestRedis } from './test-redis.ts';

interface Closable {
  close(): Promise<unknown>;
}

/**
 * Gives the tests of a file, or of a describe block, a migrated database of their own: `create` gets its address. It is
 * closed and removed when they are done. Call the result inside tests and hooks only.
 */
export function useTestDatabase<Database extends Closable>(
  service: 'sso' | 'user-api' | 'drop',
  create: (url: string) => Database,
): () => Database {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const made = await createTestDatabase({ service });
    drop = made.drop;
    database = create(made.url);
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return () => database;
}

/**
 * Gives the tests of a file, or of a describe block, a client of an empty Redis database of their own. It is emptied and
 * disconnected when they are done. Call the result inside tests and hooks only.
 */
export function useTestRedis({ keyPrefix = '' }: { keyPrefix?: string } = {}): () => Redis {
  let redis: Redis;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const made = await createTestRedis();
    close = made.close;
    redis = new Redis(made.url, { keyPrefix });
  });
  afterAll(async () => {
    redis.disconnect();
    await close();
  });
  return () => redis;
}
