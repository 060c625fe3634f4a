import { randomBytes } from 'node:crypto';
import { createProcessAttempts } from '@latchkey/attempts';
import { createAttemptsWithFallback, createRedisAttempts } from '@latchkey/attempts/redis';
import { withoutSlash } from '@latchkey/contracts';
import { createServiceClient } from '@latchkey/contracts/service-client';
import { createOnceMemory, createProcessOnceMemory, type RedisClient } from '@latchkey/database';
import type { Metrics } from '@latchkey/http-server';
import { createSkin, readTheme } from '@latchkey/pages';
import { createCursorSealer } from '@latchkey/pagination';
import type { Logger } from '@latchkey/process';
import { parseKeyList } from '@latchkey/secrets';
import {
  createDpopNonces,
  createFileKeySource,
  createJwksKeySource,
  createTokenVerifier,
  type RemoteKeySource,
} from '@latchkey/tokens';
import { hashRaw } from '@node-rs/argon2';
import type { Config } from './config.ts';
import type { Connections } from './connect.ts';
import type { DropContext } from './context.ts';
import { settleWrites } from './drop/settle-writes.ts';
import { createMeasures } from './measures.ts';
import { createPassphraseKdf } from './secrecy/passphrase-kdf.ts';
import { createUserApi } from './sibling/user-api.ts';
import { createDropStore } from './store/drop-store.ts';
import { createHandOver } from './store/hand-over.ts';
import { createUpkeepStore } from './store/upkeep-store.ts';
import { createIssuerCheck } from './token/ask-issuer.ts';
import { createIdentify } from './token/identify.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface ContextOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly connections: Connections;
  /** The keys that tokens are verified with; those of the issuer unless given. */
  readonly keys?: RemoteKeySource;
  /** How a test answers for the issuer. */
  readonly fetch?: Fetch;
  readonly overrides?: Partial<DropContext>;
}

const idBytes = 16;

/** Makes what the routes of drop work with. Rejects when a key or the theme cannot be read. */
export async function createContext(config: Config, options: ContextOptions): Promise<DropContext> {
  const { logger, metrics, connections, fetch: call, overrides = {} } = options;
  const { now = Date.now } = overrides;
  const { pool, redis } = connections;
  const { attempts, proofs } = createSharedMemory(redis, logger, now);
  const cursorKeys = parseKeyList(config.CURSOR_KEYS);
  return {
    drops: settleWrites(createDropStore(pool)),
    handOver: createHandOver(pool),
    upkeep: createUpkeepStore(pool),
    vault: {
      peppers: config.DROP_PEPPER_KEYS === undefined ? [] : parseKeyList(config.DROP_PEPPER_KEYS),
      kdf: createPassphraseKdf(deriveFromPassphrase),
      randomBytes,
    },
    attempts,
    measures: createMeasures(metrics.registry),
    quota: { maxDrops: config.OWNER_MAX_DROPS, maxBytes: config.OWNER_MAX_BYTES },
    identify: createIdentify({
      verify: createTokenVerifier({
        issuer: config.IDENTITY_ISSUER,
        audience: config.DROP_URL,
        keys: options.keys ?? (await openKeys(config, now, call)),
        now,
      }),
      isStillActive: createActiveCheck(config, call),
      publicUrl: config.DROP_URL,
      now,
      nonces: createDpopNonces({ keys: cursorKeys.map(({ key }) => key), now }),
      remember: proofs.remember,
    }),
    userApi: openUserApi(config, call),
    dropUrl: withoutSlash(config.DROP_URL),
    skin: createSkin(readTheme(config.THEME_FILE), { base: withoutSlash(new URL(config.DROP_URL).pathname) }),
    cursors: createCursorSealer({ keys: cursorKeys, now, randomBytes }),
    now,
    newId: () => randomBytes(idBytes).toString('base64url'),
    ...overrides,
  };
}

/** argon2id is the default of the library. Source: contract part 3 "Secrecy". */
function deriveFromPassphrase(key: string, salt: Uint8Array): Promise<Uint8Array> {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
  return hashRaw(key, { ...cost, salt });
}

/** The keys of the issuer, from its address or from a file. Rejects when the file cannot be read. */
export async function openKeys(
  config: Config,
  now = Date.now,
  call: Fetch = fetch,
): Promise<RemoteKeySource> {
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

function openUserApi(config: Config, send: Fetch | undefined) {
  const { USER_API_INTERNAL_URL: internalUrl, SERVICE_MASTER_KEY: masterKey } = config;
  if (internalUrl === undefined || masterKey === undefined) return undefined;
  return createUserApi(
    createServiceClient({ service: 'user-api', baseUrl: internalUrl, internalUrl, masterKey, send }),
  );
}

/** Attempts and DPoP proofs: in Redis, or in this process without Redis. */
function createSharedMemory(redis: RedisClient | undefined, logger: Logger, now: () => number) {
  const local = createProcessAttempts({ now });
  if (redis === undefined) return { attempts: local, proofs: createProcessOnceMemory({ now }) };
  const attempts = createAttemptsWithFallback({
    shared: createRedisAttempts(redis, { prefix: 'drop:key-attempts:', now }),
    local,
    now,
    onLost: (error) => logger.warn('attempts are counted in this process', { error }),
    onBack: () => logger.info('attempts are counted in redis again'),
  });
  return { attempts, proofs: createOnceMemory(redis, 'drop:proof:') };
}
