import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createServiceClient } from '@latchkey/contracts/service-client';
import { createMigrationCheck, createOnceMemory, createRedisClient } from '@latchkey/database';
import { createMetrics, type Metrics } from '@latchkey/http-server';
import { createCursorSealer } from '@latchkey/pagination';
import type { Logger } from '@latchkey/process';
import { networkOf } from '@latchkey/request-parser';
import { deriveKey, hashSecret, parseKeyList, parseServiceCallers, type NamedKey } from '@latchkey/secrets';
import {
  createDpopNonces,
  createFileKeySource,
  createJwksKeySource,
  createRelayVerifier,
  createTokenVerifier,
} from '@latchkey/tokens';
import { Counter } from 'prom-client';
import { createCounterOf } from './attempt/counters.ts';
import type { UserApiConfig } from './config.ts';
import type { UserApiContext } from './context.ts';
import { argon2 } from './password/argon2.ts';
import { createHashGate, createPasswords } from './password/passwords.ts';
import { createDemoCheck } from './refuse-demo-data.ts';
import { createDropClient } from './sibling/drop.ts';
import { createSsoClient, type SsoClient } from './sibling/sso.ts';
import { createAccountStore } from './store/account-store.ts';
import { createClientSecretStore } from './store/client-secret-store.ts';
import { createClientStore } from './store/client-store.ts';
import { createConnectionStore } from './store/connection-store.ts';
import { createCredentialStore } from './store/credential-store.ts';
import { createDatabase, type Database } from './store/database.ts';
import { findLiveDemoData } from './store/find-demo-data.ts';
import { createInvitationStore } from './store/invitation-store.ts';
import { createKnownDeviceStore } from './store/known-device-store.ts';
import { createOrgStore } from './store/org-store.ts';
import { createRequestLogStore } from './store/request-log-store.ts';
import { createReturnedPayloadStore } from './store/returned-payload-store.ts';
import { createSessionStore } from './store/session-store.ts';
import { createTokenBackingStore } from './store/token-backing-store.ts';
import { createTombstones } from './store/tombstones.ts';
import { createFamilyCache, createVouchCache } from './token/positive-caches.ts';
import { createTextSealer } from './totp/text-sealer.ts';
import { startUpkeep } from './upkeep.ts';

/** The context of a running service; `close` ends its connections. */
export interface AppContext {
  readonly context: UserApiContext;
  readonly metrics: Metrics;
  readonly health: Readonly<Record<string, () => Promise<unknown>>>;
  /** Ends the process when the database holds demo data that can be used; rejects while the database is away. */
  refuseDemoData(): Promise<void>;
  close(): Promise<void>;
}

interface ContextOptions {
  readonly logger: Logger;
  /** Parts that a test puts in place of the real ones. */
  readonly overrides?: Partial<UserApiContext>;
}

const positiveKeepSeconds = 5;
/** The folder of the migrations that this version ships. */
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** Makes everything that is made once: connections, key sources, sibling clients. */
export async function createContext(
  config: UserApiConfig,
  { logger, overrides = {} }: ContextOptions,
): Promise<AppContext> {
  const { now = Date.now } = overrides;
  const database = createDatabase(config.DATABASE_URL);
  const { metrics, lockedAccounts } = createMeasures();
  const redis = createRedisClient(config.REDIS_URL, {
    isCluster: config.REDIS_CLUSTER,
    keyPrefix: 'user-api:',
    onError: (error) => logger.warn('redis is not available', { error }),
    warn: (sentence, fields) => logger.warn(sentence, fields),
  });
  const onLost = (error: unknown) => logger.warn('tombstones are not available', { error });
  const context: UserApiContext = {
    now,
    newId: () => randomUUID(),
    randomBytes: (size) => randomBytes(size),
    networkOf,
    publicUrl: config.USER_API_URL,
    services: [config.USER_API_URL, config.DROP_URL],
    serviceCallers: parseServiceCallers(config.SERVICE_CALLERS),
    ...createReports(logger, lockedAccounts),
    onceMemory: createOnceMemory(redis, 'once:'),
    returnedPayloads: createReturnedPayloadStore(redis),
    attempts: createRedisAttempts(redis, { prefix: 'attempts:', now }),
    tombstones: createTombstones(redis, onLost),
    passwords: await createArgonPasswords(config.PASSWORD_MIN_LENGTH),
    ...createSiblings(config, now, overrides.sso),
    ...(await createVerifiers(config, now)),
    ...createStores(database),
    ...createKeyed(config, now),
    ...overrides,
  };
  const stopUpkeep = startUpkeep(database, now, logger);
  const refuseDemoData = createDemoCheck(() =>
    findLiveDemoData(database, { now: new Date(now()), verifyPassword: argon2.verify, hashSecret }),
  );
  return {
    context,
    metrics,
    health: {
      postgres: () => database.prisma.$queryRaw`select 1`,
      migrations: createMigrationCheck({
        migrationsDir,
        query: (sql) => database.query({ text: sql, values: [] }),
      }),
      redis: () => redis.ping(),
      ...(config.NODE_ENV === 'production' && { demo_data: refuseDemoData }),
    },
    refuseDemoData,
    async close() {
      await stopUpkeep();
      redis.disconnect();
      await database.close();
    },
  };
}

function createMeasures() {
  const metrics = createMetrics();
  const lockedAccounts = new Counter({
    name: 'user_api_account_budgets_used_up_total',
    help: 'Accounts whose budget of wrong passwords was used up, once a day at most',
    registers: [metrics.registry],
  });
  return { metrics, lockedAccounts };
}

/** How the domain reports to the operators what no caller sees. */
function createReports(logger: Logger, lockedAccounts: Counter) {
  return {
    onAccountLocked: () => lockedAccounts.inc(),
    onNotifyFailed: (error: unknown) => logger.warn('sso was not told of sign-ins that ended', { error }),
    onPayloadLost: (error: unknown) =>
      logger.warn('a payload could not be returned: its caller needs a new one', { error }),
  };
}

/** The clients of sso and drop, and what is remembered of sso's answers. */
function createSiblings(config: UserApiConfig, now: () => number, given?: SsoClient) {
  const key = { masterKey: config.SERVICE_MASTER_KEY };
  const { SSO_CALL_URL: baseUrl, SSO_INTERNAL_URL: internalUrl } = config;
  const callSso = createServiceClient({ service: 'sso', baseUrl, internalUrl, ...key });
  const callDrop = createServiceClient({ service: 'drop', baseUrl: config.DROP_CALL_URL, ...key });
  const sso = given ?? createSsoClient(callSso);
  const keepSeconds = config.TOKEN_CHECK_MODE === 'strict' ? 0 : positiveKeepSeconds;
  return {
    sso,
    drop: createDropClient(callDrop),
    families: createFamilyCache({
      ask: (token, traceparent) => sso.findFamily(token, traceparent),
      now,
      keepSeconds,
    }),
    vouchFor: createVouchCache({
      ask: (token, traceparent) => sso.isTokenActive(token, traceparent),
      now,
      keepSeconds,
    }),
  };
}

async function createVerifiers(config: UserApiConfig, now: () => number) {
  const { IDENTITY_ISSUER: issuer, SSO_CALL_URL: address, JWKS_FILE: path } = config;
  const keys =
    path === undefined
      ? createJwksKeySource({ issuer, address, fetch, now })
      : await createFileKeySource({ path, now });
  return {
    assertKeysAtHand: () => keys.assertAtHand(),
    verifyAccessToken: createTokenVerifier({ issuer, audience: config.USER_API_URL, keys, now }),
    verifyRelay: createRelayVerifier({ issuer, audience: 'user-api', keys, now }),
  };
}

function createStores(database: Database) {
  return {
    accounts: createAccountStore(database),
    clients: createClientStore(database),
    clientSecrets: createClientSecretStore(database),
    connections: createConnectionStore(database),
    credentials: createCredentialStore(database),
    devices: createKnownDeviceStore(database),
    invitations: createInvitationStore(database),
    orgs: createOrgStore(database),
    requestLog: createRequestLogStore(database),
    sessions: createSessionStore(database),
    tokenBackings: createTokenBackingStore(database),
  };
}

/** What works with a key of the configuration. */
function createKeyed(config: UserApiConfig, now: () => number) {
  const sealingKeys = parseKeyList(config.SEALING_KEYS);
  const cursorKeys = parseKeyList(config.CURSOR_KEYS);
  return {
    counterOf: createCounterOf(throttleKey(config.THROTTLE_KEY, sealingKeys)),
    secrets: createTextSealer({ keys: sealingKeys, randomBytes }),
    cursors: createCursorSealer({ keys: cursorKeys, now, randomBytes }),
    nonces: createDpopNonces({ keys: cursorKeys.map(({ key }) => key), now }),
  };
}

/** Without a key of its own, the oldest sealing key gives it: a new key in front of the list empties no budget. */
function throttleKey(own: string | undefined, sealingKeys: readonly NamedKey[]): Buffer {
  return deriveKey(own ?? sealingKeys.at(-1)?.key ?? '', { purpose: 'throttle' });
}

/** The decoy is the hash of a random password, which is not kept. */
async function createArgonPasswords(minLength: number) {
  const decoy = await argon2.hash(randomBytes(32).toString('base64url'));
  return createPasswords({ hash: argon2, gate: createHashGate(), decoy, minLength });
}
