import { fileURLToPath } from 'node:url';
import { attemptActs } from '@latchkey/attempts/redis';
import {
  createMigrationCheck,
  createPostgresPool,
  createPostgresProbe,
  createRedisClient,
  createRedisProbe,
  createVersionCheck,
  onceMemoryActs,
  type PoolOptions,
  type PostgresPool,
  type RedisClient,
} from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { Config } from './config.ts';
import type { EventReader } from './event/event.ts';
import { createDatabase, type Database } from './store/database.ts';
import { findEventLag } from './store/find-event-lag.ts';

/** The servers that sso keeps its data in. */
export interface Connections {
  readonly pool: PostgresPool;
  /** Works through the pool. */
  readonly database: Database;
  readonly redis: RedisClient;
}

/** What the stores and their scripts do in Redis, beside counting attempts and remembering proofs. */
const hashActs = ['hset a 1', 'hmget a', 'hgetall', 'hincrby a 1', 'hdel a', 'time', 'del'];
const redisUse = {
  key: 'sso:ready',
  acts: [...attemptActs, ...onceMemoryActs, 'set 1', 'get', 'mget', 'getdel', ...hashActs],
};

/** The folder of the migrations that this version ships. */
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Makes a pool and Prisma on it, which is all that a command needs. Connects at the first statement. */
export function connectDatabase(url: string, options: PoolOptions) {
  const pool = createPostgresPool(url, options);
  const database = createDatabase(pool);
  return {
    pool,
    database,
    async close() {
      await database.$disconnect();
      await pool.end();
    },
  };
}

/** Makes the connections of a running service, and the checks of its readiness. Waits for none of them. */
export function connect(config: Config, logger: Logger) {
  const { pool, database, close } = connectDatabase(config.DATABASE_URL, { size: 20, name: 'sso' });
  const redis = createRedisClient(config.REDIS_URL, {
    isCluster: config.REDIS_CLUSTER,
    sentinels: config.REDIS_SENTINELS,
    onError: (error) => logger.warn('redis is not available', { error }),
    warn: (sentence, fields) => logger.warn(sentence, fields),
  });
  const connections: Connections = { pool, database, redis };
  return {
    connections,
    /** What metrics ask the database for. */
    asked: {
      findLag: (reader: EventReader) => findEventLag(pool, reader, Date.now()),
    },
    health: {
      postgres: createPostgresProbe(pool),
      postgres_version: createVersionCheck(pool),
      migrations: createMigrationCheck({ migrationsDir, query: async (sql) => (await pool.query(sql)).rows }),
      redis: createRedisProbe(redis, redisUse),
    },
    async close() {
      redis.disconnect();
      await close();
    },
  };
}
