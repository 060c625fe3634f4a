import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { attemptActs } from '@latchkey/attempts/redis';
import {
  createMigrationCheck,
  createPostgresPool,
  createPostgresProbe,
  createRedisClient,
  createRedisProbe,
  createVersionCheck,
  isRefusedByRedis,
  onceMemoryActs,
  type PostgresPool,
  type RedisClient,
} from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { Config } from './config.ts';

export interface Connections {
  /** No replica loads Prisma's engine, which takes 30 MB: all statements are SQL. */
  readonly pool: PostgresPool;
  /** Undefined without REDIS_URL. */
  readonly redis: RedisClient | undefined;
}

/** The folder of the migrations that this version ships. */
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Makes the connections of a running service, and the checks of its readiness. Waits for none of them. */
export function connect(config: Config, logger: Logger) {
  const pool = createPostgresPool(config.DATABASE_URL, { size: config.DATABASE_POOL_SIZE, name: 'drop' });
  const redis = connectRedis(config, logger);
  const connections: Connections = { pool, redis };
  return {
    connections,
    health: {
      postgres: createPostgresProbe(pool),
      postgres_version: createVersionCheck(pool),
      migrations: createMigrationCheck({
        migrationsDir,
        query: async (sql) => (await pool.query(sql)).rows,
      }),
      ...(redis && { redis_user: createUserCheck(redis) }),
    },
    async close() {
      redis?.disconnect();
      await pool.end();
    },
  };
}

/** A Redis that hangs is down as well, and readiness itself waits for 2 s. */
const patienceMs = 1_000;

/** Redis may be down, as the process then counts by itself. A Redis that refuses its user has to be changed. */
function createUserCheck(redis: RedisClient): () => Promise<void> {
  const probe = createRedisProbe(redis, { key: 'drop:ready', acts: [...attemptActs, ...onceMemoryActs] });
  const refusal = () =>
    probe().catch((error: unknown) => {
      if (isRefusedByRedis(error)) throw error;
    });
  return () => Promise.race([refusal(), wait(patienceMs, undefined, { ref: false })]);
}

function connectRedis(config: Config, logger: Logger) {
  const { REDIS_URL: url, REDIS_CLUSTER: isCluster, REDIS_SENTINELS: sentinels } = config;
  if (url === undefined) return undefined;
  const redis = createRedisClient(url, {
    isCluster,
    sentinels,
    waits: false,
    onError: () => undefined,
    warn: (sentence, fields) => logger.warn(sentence, fields),
  });
  logChanges(redis, logger);
  return redis;
}

/** Logs when Redis is reached and when it is lost, but not each attempt to reach it. */
function logChanges(redis: RedisClient, logger: Logger): void {
  let isReady: boolean | undefined;
  redis.on('ready', () => {
    if (isReady !== true) logger.info('redis is ready');
    isReady = true;
  });
  redis.on('close', () => {
    if (isReady !== false) logger.warn('redis is down');
    isReady = false;
  });
}
