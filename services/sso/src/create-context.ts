import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createOnceMemory, createPostgresPool, createRedisClient } from '@latchkey/connections';
import { createMetrics, type AppSettings, type Metrics } from '@latchkey/http-server';
import type { Logger } from '@latchkey/logger';
import { createServiceClient } from '@latchkey/service-client';
import type { SigningKeys } from '@latchkey/tokens';
import type { Config } from './config.ts';
import type { SsoContext } from './context.ts';
import { createMeasures } from './measures.ts';
import { readServiceKeys, readSettings } from './read-settings.ts';
import { mintRelay } from './relay/mint-relay.ts';
import { createDropClient } from './sibling/drop.ts';
import { createPasswordCheck } from './sibling/password-check.ts';
import { createUserApi } from './sibling/user-api.ts';
import { createApprovedDeviceStore } from './store/approved-device-store.ts';
import { createConsentStore } from './store/consent-store.ts';
import { countPending } from './store/count-pending.ts';
import { createDatabase } from './store/database.ts';
import { createDeviceHistoryStore } from './store/device-history-store.ts';
import { createDeviceStore } from './store/device-store.ts';
import { createFamilyStore } from './store/family-store.ts';
import { createOutboxStore } from './store/outbox-store.ts';
import { purgeRecords } from './store/purge-records.ts';
import { createRelayStore } from './store/relay-store.ts';
import { createTicketStore } from './store/ticket-store.ts';

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
  const pool = createPostgresPool(config.DATABASE_URL, { size: 20, name: 'sso' });
  const database = createDatabase(pool);
  const redis = createRedisClient(config.REDIS_URL, {
    isCluster: config.REDIS_CLUSTER,
    onError: (error) => logger.warn('redis is not available', { error }),
  });
  const report = (error: unknown) => logger.error('a record could not be written', { error });
  const callSibling = (name: string, baseUrl: string) =>
    createServiceClient({ service: name, baseUrl, masterKey: config.SERVICE_MASTER_KEY, fetch });
  const callUserApi = callSibling('user-api', config.USER_API_URL);
  const relays = createRelayStore(redis);
  const attempts = createRedisAttempts(redis, { prefix: 'sso:attempts:', now });
  const settings = readSettings(config);
  const mint = { relays, signingKeys, settings, now, newId: randomUUID, randomBytes };
  const measured = createMeasures(metrics.registry, () => countPending(database, now()));
  const context: SsoContext = {
    ...mint,
    pause: (milliseconds) => pause(milliseconds),
    serviceKeys: readServiceKeys(config),
    devices: measured.devices(createDeviceStore(redis, { wrongPasswords: config.WRONG_PASSWORDS_PER_CODE })),
    history: measured.history(createDeviceHistoryStore(pool, report)),
    families: createFamilyStore(pool),
    approvedDevices: createApprovedDeviceStore(database),
    consents: createConsentStore(database),
    outbox: measured.outbox(
      createOutboxStore(database, {
        attempts,
        newId: randomUUID,
        perMinute: config.EVENTS_PER_MINUTE,
        report,
      }),
    ),
    storeDeadDrop: createDropClient(callSibling('drop', config.DROP_URL)),
    proofs: createOnceMemory(redis, 'sso:proof:'),
    attempts,
    tickets: createTicketStore(redis),
    checkPassword: createPasswordCheck(
      (payload) => mintRelay(mint, 'user_root_session', payload),
      callUserApi,
    ),
    userApi: createUserApi(callUserApi, now),
  };
  return {
    context,
    metrics,
    health: { postgres: () => pool.query('select 1'), redis: () => redis.ping() },
    purge: () =>
      purgeRecords(database, {
        historyBeforeMs: now() - config.HISTORY_RETENTION_DAYS * dayMs,
        eventsBeforeMs: now() - config.EVENT_RETENTION_DAYS * dayMs,
      }),
    async close() {
      redis.disconnect();
      await database.$disconnect();
      await pool.end();
    },
  };
}
