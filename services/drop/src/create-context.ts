import { randomBytes } from 'node:crypto';
import { openRedis } from '@latchkey/connections';
import type { Logger } from '@latchkey/logger';
import { createCursorSealer, parseCursorKeys } from '@latchkey/pagination';
import { createServiceClient } from '@latchkey/service-client';
import { createFileKeySource, createJwksKeySource, createTokenVerifier } from '@latchkey/tokens';
import { hashRaw } from '@node-rs/argon2';
import { createProcessAttempts } from './attempts/process-attempts.ts';
import { createAttemptsWithFallback } from './attempts/with-fallback.ts';
import type { DropConfig } from './config.ts';
import type { DropContext } from './context.ts';
import { createPassphraseKdf } from './secrecy/passphrase-kdf.ts';
import { parsePepperKeys } from './secrecy/pepper-keys.ts';
import { openDatabase } from './store/open-database.ts';
import { createPrismaDropKeeper } from './store/prisma-drop-keeper.ts';
import { createPrismaDropStore } from './store/prisma-drop-store.ts';
import { createProcessProofMemory, createRedisProofMemory } from './store/proof-memory.ts';
import { createRedisAttempts } from './store/redis-attempts.ts';
import { createIssuerCheck } from './token/ask-issuer.ts';
import { createIdentify } from './token/identify.ts';

export interface OpenContext {
  readonly context: DropContext;
  readonly health: Readonly<Record<string, () => Promise<unknown>>>;
  close(): Promise<void>;
}

const idBytes = 16;

/** Makes all that drop works with. Rejects on keys that cannot be read; nothing is connected to yet. */
export async function createContext(config: DropConfig, logger: Logger): Promise<OpenContext> {
  const now = Date.now;
  const prisma = openDatabase(config.DATABASE_URL, config.DATABASE_POOL_SIZE);
  const limits = openLimits(config, logger, now);
  const context: DropContext = {
    drops: createPrismaDropStore(prisma),
    keeper: createPrismaDropKeeper(prisma),
    vault: {
      peppers: parsePepperKeys(config.DROP_PEPPER_KEYS ?? ''),
      kdf: createPassphraseKdf(deriveFromPassphrase),
      randomBytes,
    },
    attempts: limits.attempts,
    identify: createIdentify({
      verify: createTokenVerifier({
        issuer: config.IDENTITY_ISSUER,
        audience: config.DROP_URL,
        keys: await openKeySource(config, now),
        now,
      }),
      isStillActive: openIssuerCheck(config),
      publicUrl: config.DROP_URL,
      now,
      remember: limits.remember,
    }),
    cursors: createCursorSealer({ keys: parseCursorKeys(config.CURSOR_KEYS), now, randomBytes }),
    now,
    newId: () => randomBytes(idBytes).toString('base64url'),
  };
  return {
    context,
    health: { postgres: () => prisma.$queryRaw`select 1` },
    async close() {
      limits.close();
      await prisma.$disconnect();
    },
  };
}

/** argon2id is what the library takes unless told. Source: contract part 3 "Secrecy". */
function deriveFromPassphrase(key: string, salt: Uint8Array): Promise<Uint8Array> {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
  return hashRaw(key, { ...cost, salt });
}

function openKeySource({ JWKS_FILE: path, IDENTITY_ISSUER: issuer, SSO_URL }: DropConfig, now: () => number) {
  if (path !== undefined) return createFileKeySource({ path, now });
  return createJwksKeySource({ issuer, ...(SSO_URL === undefined ? {} : { address: SSO_URL }), fetch, now });
}

function openIssuerCheck(config: DropConfig) {
  const { TOKEN_CHECK_MODE: mode, SERVICE_MASTER_KEY: masterKey, SSO_URL, IDENTITY_ISSUER } = config;
  if (mode === 'soft' || masterKey === undefined) return undefined;
  const baseUrl = SSO_URL ?? IDENTITY_ISSUER;
  return createIssuerCheck(createServiceClient({ service: 'sso', baseUrl, masterKey, fetch }));
}

/** Counters in Redis, or in this process where there is none or while it is away. */
function openLimits(config: DropConfig, logger: Logger, now: () => number) {
  const { REDIS_URL: url, REDIS_CLUSTER: isCluster } = config;
  const local = createProcessAttempts(now);
  const rememberHere = createProcessProofMemory(now);
  if (url === undefined) return { attempts: local, remember: rememberHere, close: () => undefined };
  const report = reportChanges(logger);
  const redis = openRedis(url, { isCluster, waits: false, onError: () => undefined });
  redis.on('ready', () => report('ready')).on('close', () => report('away'));
  const attempts = createAttemptsWithFallback(createRedisAttempts(redis), local, now);
  return { attempts, remember: createRedisProofMemory(redis), close: () => redis.disconnect() };
}

/** Logs when Redis comes and goes, not each attempt to reach it. */
function reportChanges(logger: Logger): (state: 'ready' | 'away') => void {
  let known: string | undefined;
  return (state) => {
    if (state === known) return;
    known = state;
    if (state === 'ready') logger.info('redis is ready');
    else logger.warn('redis is away: wrong keys are counted in this process');
  };
}
