import { setTimeout as pause } from 'node:timers/promises';
import { openRedis } from '@latchkey/connections';
import { createMetrics, type AppSettings, type Metrics } from '@latchkey/http-server';
import type { Logger } from '@latchkey/logger';
import { createServiceClient } from '@latchkey/service-client';
import type { SigningKeys } from '@latchkey/tokens';
import type { Config } from './config.ts';
import type { SsoContext } from './context.ts';
import { createMeasures } from './metric/measures.ts';
import { readSettings } from './read-settings.ts';
import { mintRelay } from './relay/mint-relay.ts';
import { createDropClient } from './sibling/drop.ts';
import { createPasswordCheck } from './sibling/password-check.ts';
import { createUserApi } from './sibling/user-api.ts';
import { countPending } from './store/count-pending.ts';
import { createDatabase } from './store/database.ts';
import { createPostgresApprovedDevices } from './store/postgres-approved-devices.ts';
import { createPostgresConsents } from './store/postgres-consents.ts';
import { createPostgresDeviceHistory } from './store/postgres-device-history.ts';
import { createPostgresFamilyStore } from './store/postgres-family-store.ts';
import { createPostgresOutbox } from './store/postgres-outbox.ts';
import { purgeRecords } from './store/purge-records.ts';
import { createRedisDeviceStore } from './store/redis-device-store.ts';
import { createRedisGuessSlots } from './store/redis-guess-slots.ts';
import { createRedisLimiter } from './store/redis-limiter.ts';
import { createRedisProofMemory } from './store/redis-proof-memory.ts';
import { createRedisRelayStore } from './store/redis-relay-store.ts';
import { createRedisTicketStore } from './store/redis-ticket-store.ts';

const dayMs = 86_400_000;

/** The pieces of a running service; `close` ends its connections. */
export interface Running {
  readonly context: SsoContext;
  readonly metrics: Metrics;
  readonly health: AppSettings<SsoContext>['health'];
  /** Removes records that nobody needs any more; how many. */
  purge(): Promise<number>;
  close(): Promise<void>;
}

/** Makes everything that is made once: connections and sibling clients. */
export function createContext(config: Config, signingKeys: SigningKeys, logger: Logger): Running {
  const now = Date.now;
  const metrics = createMetrics();
  const database = createDatabase(config.DATABASE_URL);
  const redis = openRedis(config.REDIS_URL, {
    isCluster: config.REDIS_CLUSTER,
    onError: (error) => logger.warn('redis is not available', { error }),
  });
  const report = (error: unknown) => logger.error('a record could not be written', { error });
  const callSibling = (name: string, baseUrl: string) =>
    createServiceClient({ service: name, baseUrl, masterKey: config.SERVICE_MASTER_KEY, fetch });
  const callUserApi = callSibling('user-api', config.USER_API_URL);
  const relays = createRedisRelayStore(redis);
  const mint = { relays, signingKeys, issuer: config.IDENTITY_ISSUER, now };
  const measured = createMeasures(metrics.registry, () => countPending(database, now()));
  const context: SsoContext = {
    now,
    pause: (milliseconds) => pause(milliseconds),
    settings: readSettings(config),
    signingKeys,
    devices: measured.devices(
      createRedisDeviceStore(redis, { wrongPasswords: config.WRONG_PASSWORDS_PER_CODE }),
    ),
    history: measured.history(createPostgresDeviceHistory(database, report)),
    families: createPostgresFamilyStore(database),
    approvedDevices: createPostgresApprovedDevices(database),
    consents: createPostgresConsents(database),
    outbox: measured.outbox(
      createPostgresOutbox(database, createRedisLimiter(redis, 'event', config.EVENTS_PER_MINUTE), report),
    ),
    relays,
    storeDeadDrop: createDropClient(callSibling('drop', config.DROP_URL)),
    proofs: createRedisProofMemory(redis),
    clientRequests: createRedisLimiter(redis, 'client', config.CLIENT_REQUESTS_PER_MINUTE),
    guesses: createRedisGuessSlots(redis, {
      slots: config.CODE_GUESSES,
      windowSeconds: config.CODE_GUESS_WINDOW_SECONDS,
    }),
    tickets: createRedisTicketStore(redis),
    checkPassword: createPasswordCheck(
      (payload) => mintRelay(mint, 'user_root_session', payload),
      callUserApi,
    ),
    userApi: createUserApi(callUserApi, now),
  };
  return {
    context,
    metrics,
    health: { postgres: () => database.$queryRaw`SELECT 1`, redis: () => redis.ping() },
    purge: () =>
      purgeRecords(database, {
        historyBeforeMs: now() - config.HISTORY_RETENTION_DAYS * dayMs,
        eventsBeforeMs: now() - config.EVENT_RETENTION_DAYS * dayMs,
      }),
    async close() {
      redis.disconnect();
      await database.$disconnect();
    },
  };
}
