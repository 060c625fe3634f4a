import { fileURLToPath } from 'node:url';
import { attemptActs } from '@latchkey/attempts/redis';
import {
  createMigrationCheck,
  createPostgresProbe,
  createRedisClient,
  createRedisProbe,
  createVersionCheck,
  onceMemoryActs,
  type RedisClient,
} from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import { hashSecret } from '@latchkey/secrets';
import type { UserApiConfig } from './config.ts';
import { createDemoCheck } from './refuse-demo-data.ts';
import { argon2 } from './signing-in/password/argon2.ts';
import { findLiveDemoData } from './store/commands/find-demo-data.ts';
import { assertReadsLetters, createDatabase, type Database } from './store/database.ts';
import { findMailDelay, findSignalDelay } from './store/people/find-mail-delay.ts';

export interface Connections {
  readonly database: Database;
  readonly redis: RedisClient;
}

/** What the stores do in Redis, beside counting attempts and remembering proofs. */
const redisUse = { key: 'ready', acts: [...attemptActs, ...onceMemoryActs, 'set 1', 'exists', 'getdel'] };

/** The folder of the migrations that this version ships. */
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Makes the connections to PostgreSQL, which are all that a command needs. Connects at the first statement. */
export function connectDatabase({ DATABASE_URL: url }: Pick<UserApiConfig, 'DATABASE_URL'>) {
  const database = createDatabase(url);
  const query = (sql: string) => database.query({ text: sql, values: [] });
  return { database, checkMigrations: createMigrationCheck({ migrationsDir, query }) };
}

/** Makes the connections of a running service, and the checks of its readiness. Waits for none of them. */
export function connect(config: UserApiConfig, logger: Logger) {
  const { database, checkMigrations } = connectDatabase(config);
  const redis = createRedisClient(config.REDIS_URL, {
    isCluster: config.REDIS_CLUSTER,
    sentinels: config.REDIS_SENTINELS,
    keyPrefix: 'user-api:',
    onError: (error) => logger.warn('redis is not available', { error }),
    warn: (sentence, fields) => logger.warn(sentence, fields),
  });
  const connections: Connections = { database, redis };
  const refuseDemoData = createDemoCheck(() =>
    findLiveDemoData(database, { now: new Date(), verifyPassword: argon2.verify, hashSecret }),
  );
  return {
    connections,
    /** Ends the process when the database holds demo data that can be used; rejects while the database is down. */
    refuseDemoData,
    /** Asked for by metrics. */
    delays: {
      findMailDelay: () => findMailDelay(database, new Date()),
      findSignalDelay: () => findSignalDelay(database, new Date()),
    },
    health: {
      postgres: createPostgresProbe(database.pool),
      postgres_version: createVersionCheck(database.pool),
      ctype: () => assertReadsLetters(database),
      migrations: checkMigrations,
      redis: createRedisProbe(redis, redisUse),
      ...(config.NODE_ENV === 'production' && { demo_data: refuseDemoData }),
    },
    async close() {
      redis.disconnect();
      await database.close();
    },
  };
}
