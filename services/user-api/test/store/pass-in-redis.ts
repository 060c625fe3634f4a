import { openRedis, type RedisClient } from '@latchkey/connections';
import { createTestDatabase, createTestRedis } from '@latchkey/testing';
import { createDatabase, type Database } from '../../src/store/database.ts';

/** A migrated database of its own for the tests of one file. */
export function useDatabase(): () => Database {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const made = await createTestDatabase({ service: 'user-api' });
    database = createDatabase(made.url);
    drop = made.drop;
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return () => database;
}

/** Lets time pass for a key in Redis, off what is left of it; without an end of its own a key stays. */
export async function passInRedis(redis: RedisClient, key: string, seconds: number): Promise<void> {
  const leftMs = await redis.pttl(key);
  if (leftMs >= 0) await redis.pexpire(key, Math.max(0, leftMs - seconds * 1000));
}

/** An empty Redis database of its own for the tests of one file. */
export function useRedis(): () => RedisClient {
  let redis: RedisClient;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const made = await createTestRedis();
    redis = openRedis(made.url, { isCluster: false, keyPrefix: 'user-api:', onError: () => undefined });
    close = made.close;
  });
  afterAll(async () => {
    redis.disconnect();
    await close();
  });
  return () => redis;
}
