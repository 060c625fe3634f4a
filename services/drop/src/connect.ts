import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { attemptActs } from '@latchkey/attempts/redis';
import {
  createMigrationCheck,
  createPostgresProbe,
  createRedisClient,
  createRedisProbe,
  createVersionCheck,
  isRefusedByRedis,
  onceMemoryActs,
  type RedisClient,
} from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { Config } from './config.ts';
import { createDatabase, type Database } from './store/database.ts';

/** The servers that drop keeps its data in. */
export interface Connections {
  readonly database: Database;
  /** Undefined without REDIS_URL. */
  readonly redis: RedisClient | undefined;
}

/** The folder of the migrations that this version ships. */
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Makes the connections of a running service, and the checks of its readiness. Waits for none of them. */
export function connect(config: Config, logger: Logger) {
  const database = createDatabase(config.DATABASE_URL, config.DATABASE_POOL_SIZE);
  const redis = connectRedis(config, logger);
  const connections: Connections = { database, redis };
  return {
    connections,
    health: {
      postgres: createPostgresProbe(database.pool),
      postgres_version: createVersionCheck(database.pool),
      migrations: createMigrationCheck({
        migrationsDir,
        query: async (sql) => (await database.pool.query(sql)).rows,
      }),
      ...(redis && { redis_user: createUserCheck(redis) }),
    },
    async close() {
      redis?.disconnect();
      await database.close();
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
