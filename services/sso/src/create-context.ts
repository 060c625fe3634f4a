import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createServiceClient } from '@latchkey/contracts/service-client';
import {
  createMigrationCheck,
  createOnceMemory,
  createPostgresPool,
  createRedisClient,
  runJobs,
} from '@latchkey/database';
import { createMetrics, type AppSettings, type Metrics } from '@latchkey/http-server';
import type { Logger } from '@latchkey/process';
import { parseServiceCallers } from '@latchkey/secrets';
import { createDpopNonces, createTokenVerifier, type SigningKeys } from '@latchkey/tokens';
import { readSettings, readStateKeys, type Config } from './config.ts';
import type { SsoContext } from './context.ts';
import { settleEnded } from './device/settle-ended.ts';
import { createMeasures, type Measures } from './measures.ts';
import { mintRelay, type RelayMint } from './relay/mint-relay.ts';
import { createDropClient } from './sibling/drop.ts';
import { createPasswordCheck } from './sibling/password-check.ts';
import { createUserApi } from './sibling/user-api.ts';
import { createApprovedDeviceStore } from './store/approved-device-store.ts';
import { createConsentStore } from './store/consent-store.ts';
import { createDatabase, type Database } from './store/database.ts';
import { countPending, createDeviceHistoryStore } from './store/device-history-store.ts';
import { createDeviceStore } from './store/device-store.ts';
import { createFamilyStore } from './store/family-store.ts';
import { createOutboxStore } from './store/outbox-store.ts';
import { createPurgeJobs, createSealedAnswersJob } from './store/purge-jobs.ts';
import { createRelayStore } from './store/relay-store.ts';
import { createSignedState } from './store/signed-state.ts';
import { createTicketStore } from './store/ticket-store.ts';

const dayMs = 86_400_000;
/** The folder of the migrations that this version ships. */
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** The context of a running service; `close` ends its connections. */
export interface AppContext {
  readonly context: SsoContext;
  readonly metrics: Metrics;
  readonly health: AppSettings<SsoContext>['health'];
  /** Deletes the rows that are past their retention. */
  purge(): Promise<void>;
  /** Forgets sealed answers, and records the ends of device authorizations that have no record. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

interface ContextOptions {
  readonly logger: Logger;
  readonly signingKeys: SigningKeys;
  /** Parts that a test puts in place of the real ones. */
  readonly overrides?: Partial<SsoContext>;
}

/** Makes everything that is made once: connections, stores and sibling clients. */
export function createContext(config: Config, options: ContextOptions): AppContext {
  const { logger, signingKeys, overrides = {} } = options;
  const { now = Date.now } = overrides;
  const metrics = createMetrics();
  const { pool, database, redis, health, close } = connect(config, logger);
  const report = (error: unknown) => logger.error('a record could not be written', { error });
  const measured = createMeasures(metrics.registry, () => countPending(database, now()));
  // The other parts are made with these, so an override holds for them too.
  const core = {
    now,
    newId: randomUUID,
    randomBytes,
    settings: readSettings(config),
    signingKeys,
    relays: createRelayStore(redis),
    attempts: createRedisAttempts(redis, { prefix: 'sso:attempts:', now }),
    ...overrides,
  };
  const stateKeys = readStateKeys(config);
  const state = createSignedState(stateKeys);
  const outboxOptions = {
    attempts: core.attempts,
    newId: core.newId,
    now: core.now,
    perMinute: config.EVENTS_PER_MINUTE,
    report,
  };
  const context: SsoContext = {
    pause: (milliseconds) => pause(milliseconds),
    serviceCallers: parseServiceCallers(config.SERVICE_CALLERS),
    verifyAccessToken: createTokenVerifier({
      issuer: core.settings.issuer,
      audience: undefined,
      keys: core.signingKeys,
      now: core.now,
    }),
    devices: measured.devices(
      createDeviceStore(redis, { wrongPasswords: config.WRONG_PASSWORDS_PER_CODE, state }),
    ),
    history: measured.history(createDeviceHistoryStore(pool, report)),
    families: createFamilyStore(pool),
    approvedDevices: createApprovedDeviceStore(database),
    consents: createConsentStore(database),
    outbox: measured.outbox(createOutboxStore(database, outboxOptions)),
    proofs: createOnceMemory(redis, 'sso:proof:'),
    nonces: createDpopNonces({ keys: stateKeys.map(({ key }) => key), now }),
    tickets: createTicketStore(redis, state),
    ...createSiblings(config, core),
    ...core,
  };
  return {
    context,
    metrics,
    health,
    ...createUpkeep(config, { database, context, logger, count: measured.upkeep }),
    close,
  };
}

interface UpkeepParts {
  readonly database: Database;
  readonly context: SsoContext;
  readonly logger: Logger;
  readonly count: Measures['upkeep'];
}

function createUpkeep(config: Config, { database, context, logger, count }: UpkeepParts) {
  const { now } = context;
  const report = count({
    done: (kind, rows) => rows > 0 && logger.info('upkeep', { kind, rows }),
    failed: (kind, error) => logger.warn('upkeep failed', { kind, error }),
  });
  return {
    purge: () =>
      runJobs(
        createPurgeJobs(database, {
          nowMs: now(),
          historyBeforeMs: now() - config.HISTORY_RETENTION_DAYS * dayMs,
          eventsBeforeMs: now() - config.EVENT_RETENTION_DAYS * dayMs,
        }),
        report,
      ),
    tidy: () =>
      runJobs(
        [
          createSealedAnswersJob(database, now() - config.REFRESH_GRACE_SECONDS * 1000),
          { kind: 'ended_authorizations', run: () => settleEnded(context) },
        ],
        report,
      ),
  };
}

function connect(config: Config, logger: Logger) {
  const pool = createPostgresPool(config.DATABASE_URL, { size: 20, name: 'sso' });
  const database = createDatabase(pool);
  const redis = createRedisClient(config.REDIS_URL, {
    isCluster: config.REDIS_CLUSTER,
    onError: (error) => logger.warn('redis is not available', { error }),
    warn: (sentence, fields) => logger.warn(sentence, fields),
  });
  return {
    pool,
    database,
    redis,
    health: {
      postgres: () => pool.query('select 1'),
      migrations: createMigrationCheck({ migrationsDir, query: async (sql) => (await pool.query(sql)).rows }),
      redis: () => redis.ping(),
    },
    async close() {
      redis.disconnect();
      await database.$disconnect();
      await pool.end();
    },
  };
}

/** The clients of user-api and drop. */
function createSiblings(config: Config, mint: RelayMint) {
  const key = { masterKey: config.SERVICE_MASTER_KEY };
  const callUserApi = createServiceClient({
    service: 'user-api',
    baseUrl: config.USER_API_CALL_URL,
    internalUrl: config.USER_API_INTERNAL_URL,
    ...key,
  });
  const callDrop = createServiceClient({ service: 'drop', baseUrl: config.DROP_CALL_URL, ...key });
  const userApi = createUserApi(callUserApi, {
    now: mint.now,
    newId: mint.newId,
    budget: { limit: config.UNKNOWN_CLIENTS_PER_MINUTE, windowMs: 60_000 },
  });
  return {
    userApi,
    checkPassword: createPasswordCheck({
      mintRelay: (payload) => mintRelay(mint, 'user_root_session', payload),
      call: callUserApi,
      userApi,
    }),
    storeDeadDrop: createDropClient(callDrop),
  };
}
