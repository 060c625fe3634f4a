import { randomBytes, randomUUID } from 'node:crypto';
import { createOnceMemory, createRedisClient, startRepeating } from '@latchkey/connections';
import type { Logger } from '@latchkey/logger';
import { createCursorSealer, parseCursorKeys } from '@latchkey/pagination';
import { networkOf } from '@latchkey/request-parser';
import { deriveKey, parseKeyList } from '@latchkey/secrets';
import { createServiceClient } from '@latchkey/service-client';
import {
  createFileKeySource,
  createJwksKeySource,
  createRelayVerifier,
  createTokenVerifier,
} from '@latchkey/tokens';
import { createThrottle } from './attempt/budgets.ts';
import type { UserApiConfig } from './config.ts';
import type { UserApiContext } from './context.ts';
import { argon2 } from './password/argon2.ts';
import { createHashGate, createPasswords } from './password/passwords.ts';
import { purgeRequestLog } from './request-log/purge-request-log.ts';
import { createDropClient } from './sibling/drop.ts';
import { createSsoClient } from './sibling/sso.ts';
import { createAccountStore } from './store/account-store.ts';
import { createClientSecretStore } from './store/client-secret-store.ts';
import { createClientStore } from './store/client-store.ts';
import { createConnectionStore } from './store/connection-store.ts';
import { createCredentialStore } from './store/credential-store.ts';
import { createDatabase } from './store/database.ts';
import { createKnownDeviceStore } from './store/known-device-store.ts';
import { createOrgStore } from './store/org-store.ts';
import { createRequestLogStore } from './store/request-log-store.ts';
import { createSessionStore } from './store/session-store.ts';
import { createThrottleStore } from './store/throttle-store.ts';
import { createTombstones } from './store/tombstones.ts';
import { createFamilyCache, createVouchCache } from './token/positive-caches.ts';
import { createTextSealer } from './totp/text-sealer.ts';

/** The pieces of a running service; `close` ends its connections. */
export interface Running {
  readonly context: UserApiContext;
  readonly health: Readonly<Record<string, () => Promise<unknown>>>;
  close(): Promise<void>;
}

const now = () => Date.now();
const positiveKeepSeconds = 5;
const purgeIntervalMs = 3600 * 1000;

/** Makes everything that is made once: connections, key sources, sibling clients. */
export async function createContext(config: UserApiConfig, logger: Logger): Promise<Running> {
  const database = createDatabase(config.DATABASE_URL);
  const redis = createRedisClient(config.REDIS_URL, {
    isCluster: config.REDIS_CLUSTER,
    keyPrefix: 'user-api:',
    onError: (error) => logger.warn('redis is not available', { error }),
  });
  const sso = createSsoClient(siblingCall(config, 'sso', config.SSO_URL));
  const drop = createDropClient(siblingCall(config, 'drop', config.DROP_URL));
  const sealingKeys = parseKeyList(config.SEALING_KEYS);
  const keepSeconds = config.TOKEN_CHECK_MODE === 'strict' ? 0 : positiveKeepSeconds;
  const onLost = (error: unknown) => logger.warn('tombstones are not available', { error });
  const context: UserApiContext = {
    now,
    newId: () => randomUUID(),
    randomBytes: (size) => randomBytes(size),
    publicUrl: config.USER_API_URL.replace(/\/$/, ''),
    serviceKeys: [config.SERVICE_MASTER_KEY, config.SERVICE_MASTER_KEY_PREVIOUS],
    sso,
    drop,
    ...(await createVerifiers(config)),
    onNotifyFailed: (error) => logger.warn('sso was not told of sign-ins that ended', { error }),
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
    accounts: createAccountStore(database),
    clients: createClientStore(database),
    clientSecrets: createClientSecretStore(database),
    connections: createConnectionStore(database),
    credentials: createCredentialStore(database),
    devices: createKnownDeviceStore(database),
    orgs: createOrgStore(database),
    requestLog: createRequestLogStore(database),
    sessions: createSessionStore(database),
    onceMemory: createOnceMemory(redis, 'once:'),
    tombstones: createTombstones(redis, onLost),
    networkOf,
    throttle: createThrottle({
      store: createThrottleStore(redis),
      hmacKey: deriveKey(sealingKeys[0].key, { purpose: 'throttle' }),
      networkOf,
      now,
    }),
    passwords: await createArgonPasswords(),
    secrets: createTextSealer({ keys: sealingKeys, randomBytes }),
    cursors: createCursorSealer({ keys: parseCursorKeys(config.CURSOR_KEYS), now, randomBytes }),
  };
  const stopPurging = startRepeating(() => purgeRequestLog(context), {
    everyMs: purgeIntervalMs,
    startsAtOnce: true,
    onError: (error) => logger.warn('the request log was not purged', { error }),
  });
  return {
    context,
    health: { postgres: () => database.prisma.$queryRaw`select 1`, redis: () => redis.ping() },
    async close() {
      await stopPurging();
      redis.disconnect();
      await database.close();
    },
  };
}

function siblingCall(config: UserApiConfig, service: string, baseUrl: string) {
  return createServiceClient({ service, baseUrl, masterKey: config.SERVICE_MASTER_KEY, fetch });
}

async function createVerifiers(config: UserApiConfig) {
  const { IDENTITY_ISSUER: issuer, SSO_URL: address, JWKS_FILE: path } = config;
  const keys =
    path === undefined
      ? createJwksKeySource({ issuer, address, fetch, now })
      : await createFileKeySource({ path, now });
  return {
    verifyAccessToken: createTokenVerifier({ issuer, audience: config.USER_API_URL, keys, now }),
    verifyRelay: createRelayVerifier({ issuer, audience: 'user-api', keys, now }),
  };
}

/** The decoy is hashed once at start, of a password that is forgotten at once. */
async function createArgonPasswords() {
  const decoy = await argon2.hash(randomBytes(32).toString('base64url'));
  return createPasswords({ hash: argon2, gate: createHashGate(), decoy });
}
