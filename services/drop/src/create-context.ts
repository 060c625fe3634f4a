import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createProcessAttempts } from '@latchkey/attempts';
import { createAttemptsWithFallback, createRedisAttempts } from '@latchkey/attempts/redis';
import { createServiceClient } from '@latchkey/contracts/service-client';
import {
  createMigrationCheck,
  createOnceMemory,
  createProcessOnceMemory,
  createRedisClient,
  type RedisClient,
} from '@latchkey/database';
import { createMetrics, type Metrics } from '@latchkey/http-server';
import { createCursorSealer } from '@latchkey/pagination';
import type { Logger } from '@latchkey/process';
import { parseKeyList } from '@latchkey/secrets';
import {
  createDpopNonces,
  createFileKeySource,
  createJwksKeySource,
  createTokenVerifier,
} from '@latchkey/tokens';
import { hashRaw } from '@node-rs/argon2';
import type { Config } from './config.ts';
import type { DropContext } from './context.ts';
import { createMeasures } from './measures.ts';
import { createPassphraseKdf } from './secrecy/passphrase-kdf.ts';
import { createDatabase } from './store/database.ts';
import { createDropStore } from './store/drop-store.ts';
import { createUpkeepStore } from './store/upkeep-store.ts';
import { createIssuerCheck } from './token/ask-issuer.ts';
import { createIdentify } from './token/identify.ts';

/** The context of a running service; `close` ends its connections. */
export interface AppContext {
  readonly context: DropContext;
  readonly metrics: Metrics;
  readonly health: Readonly<Record<string, () => Promise<unknown>>>;
  close(): Promise<void>;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface ContextOptions {
  readonly logger: Logger;
  /** How a test answers for the issuer. */
  readonly fetch?: Fetch;
  /** Parts that a test puts in place of the real ones. */
  readonly overrides?: Partial<DropContext>;
}

const idBytes = 16;
/** The folder of the migrations that this version ships. */
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Makes the context of drop. Rejects on keys that cannot be read; connects to nothing yet. */
export async function createContext(config: Config, options: ContextOptions): Promise<AppContext> {
  const { logger, fetch: call, overrides = {} } = options;
  const { now = Date.now } = overrides;
  const database = createDatabase(config.DATABASE_URL, config.DATABASE_POOL_SIZE);
  const shared = createSharedMemory(config, logger, now);
  const cursorKeys = parseKeyList(config.CURSOR_KEYS);
  const metrics = createMetrics();
  const context: DropContext = {
    drops: createDropStore(database.pool),
    upkeep: createUpkeepStore(database.prisma),
    vault: {
      peppers: config.DROP_PEPPER_KEYS === undefined ? [] : parseKeyList(config.DROP_PEPPER_KEYS),
      kdf: createPassphraseKdf(deriveFromPassphrase),
      randomBytes,
    },
    attempts: shared.attempts,
    measures: createMeasures(metrics.registry),
    quota: { maxDrops: config.OWNER_MAX_DROPS, maxBytes: config.OWNER_MAX_BYTES },
    identify: createIdentify({
      verify: createTokenVerifier({
        issuer: config.IDENTITY_ISSUER,
        audience: config.DROP_URL,
        keys: await createKeySource(config, now, call),
        now,
      }),
      isStillActive: createActiveCheck(config, call),
      publicUrl: config.DROP_URL,
      now,
      nonces: createDpopNonces({ keys: cursorKeys.map(({ key }) => key), now }),
      remember: shared.proofs.remember,
    }),
    cursors: createCursorSealer({ keys: cursorKeys, now, randomBytes }),
    now,
    newId: () => randomBytes(idBytes).toString('base64url'),
    ...overrides,
  };
  return {
    context,
    metrics,
    health: {
      postgres: () => database.pool.query('select 1'),
      migrations: createMigrationCheck({
        migrationsDir,
        query: async (sql) => (await database.pool.query(sql)).rows,
      }),
    },
    async close() {
      shared.close();
      await database.close();
    },
  };
}

/** argon2id is the default of the library. Source: contract part 3 "Secrecy". */
function deriveFromPassphrase(key: string, salt: Uint8Array): Promise<Uint8Array> {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
  return hashRaw(key, { ...cost, salt });
}

function createKeySource(config: Config, now: () => number, call: Fetch = fetch) {
  const { JWKS_FILE: path, IDENTITY_ISSUER: issuer, SSO_CALL_URL: address = issuer } = config;
  if (path !== undefined) return createFileKeySource({ path, now });
  return createJwksKeySource({ issuer, address, fetch: call, now });
}

/** Undefined in the soft check mode, which does not ask sso. */
function createActiveCheck(config: Config, send: Fetch | undefined) {
  const { TOKEN_CHECK_MODE: mode, SERVICE_MASTER_KEY: masterKey, SSO_INTERNAL_URL: internalUrl } = config;
  if (mode === 'soft' || masterKey === undefined || internalUrl === undefined) return undefined;
  return createIssuerCheck(
    createServiceClient({ service: 'sso', baseUrl: internalUrl, internalUrl, masterKey, send }),
  );
}

/** Attempts and DPoP proofs: in Redis, or in this process without REDIS_URL. */
function createSharedMemory(config: Config, logger: Logger, now: () => number) {
  const { REDIS_URL: url, REDIS_CLUSTER: isCluster } = config;
  const local = createProcessAttempts({ now });
  if (url === undefined) {
    return { attempts: local, proofs: createProcessOnceMemory({ now }), close: () => undefined };
  }
  const redis = createRedisClient(url, {
    isCluster,
    waits: false,
    onError: () => undefined,
    warn: (sentence, fields) => logger.warn(sentence, fields),
  });
  logChanges(redis, logger);
  const attempts = createAttemptsWithFallback({
    shared: createRedisAttempts(redis, { prefix: 'drop:key-attempts:', now }),
    local,
    now,
    onLost: (error) => logger.warn('attempts are counted in this process', { error }),
    onBack: () => logger.info('attempts are counted in redis again'),
  });
  return {
    attempts,
    proofs: createOnceMemory(redis, 'drop:proof:'),
    close: () => redis.disconnect(),
  };
}

/** Logs when Redis is reached and when it is lost, but not each attempt to reach it. */
function logChanges(redis: RedisClient, logger: Logger): void {
  let isReady: boolean | undefined;
  redis.on('ready', () => {
    if (isReady !== true) logger.info('redis is ready');
    isReady = true;
  });
  redis.on('close', () => {
    if (isReady !== false) logger.warn('redis is away');
    isReady = false;
  });
}
