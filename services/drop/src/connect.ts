import { fileURLToPath } from 'node:url';
import {
  createMigrationCheck,
  createPostgresProbe,
  createRedisClient,
  createVersionCheck,
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
    },
    async close() {
      redis?.disconnect();
      await database.close();
    },
  };
}

function connectRedis({ REDIS_URL: url, REDIS_CLUSTER: isCluster }: Config, logger: Logger) {
  if (url === undefined) return undefined;
  const redis = createRedisClient(url, {
    isCluster,
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
