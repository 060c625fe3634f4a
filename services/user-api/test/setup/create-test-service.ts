import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { createProcessAttempts } from '@latchkey/attempts';
import { createProcessOnceMemory } from '@latchkey/database';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import { createApp } from '@latchkey/http-server';
import { createCursorSealer } from '@latchkey/pagination';
import { createLogger } from '@latchkey/process';
import { networkOf, type HeaderAuthMode } from '@latchkey/request-parser';
import { createClock, findSecretLines, joinListeners, useKeptServer } from '@latchkey/testing';
import { createDpopNonces, createRelayVerifier, createTokenVerifier } from '@latchkey/tokens';
import { createCounterOf } from '../../src/attempt/counters.ts';
import type { UserApiContext } from '../../src/context.ts';
import { createHashGate, createPasswords } from '../../src/password/passwords.ts';
import { groupRoutes, service } from '../../src/routes.ts';
import { createFamilyCache, createVouchCache } from '../../src/token/positive-caches.ts';
import { createTextSealer } from '../../src/totp/text-sealer.ts';
import { createMemoryAccountStores } from '../memory/memory-account-stores.ts';
import { createMemoryClientSecrets } from '../memory/memory-client-secrets.ts';
import { createMemoryConnections } from '../memory/memory-connections.ts';
import { createMemoryCredentials } from '../memory/memory-credentials.ts';
import { createMemoryReturnedPayloads } from '../memory/memory-returned-payloads.ts';
import { createMemoryTombstones } from '../memory/memory-tombstones.ts';
import { createCountingHash } from './counting-hash.ts';
import { createFakeSiblings } from './fake-siblings.ts';
import { audience, createSigner, dropAudience, issuer, startMs } from './signer.ts';

const keep = useKeptServer();

/** Ids in the order in which they are asked for. */
function createIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
}

export const serviceKey = 'service-key-of-the-tests-0123456789';
/** Of a caller that no internal route names. */
export const dropKey = 'service-key-of-drop-in-tests-012345';

interface TestServiceOptions {
  readonly headerAuth?: Readonly<Record<string, HeaderAuthMode>>;
  readonly legacyAuth?: 'on' | 'off';
  /** In place of those in memory. */
  readonly stores?: Partial<UserApiContext>;
}

/** The whole service on memory stores and a clock that stands still. */
export function createTestService({
  headerAuth = {},
  legacyAuth = 'off',
  stores = {},
}: TestServiceOptions = {}) {
  const clock = createClock(startMs);
  const { now } = clock;
  const signer = createSigner(now);
  const siblings = createFakeSiblings(signer);
  const hash = createCountingHash();
  const { log, ...together } = createMemoryAccountStores();
  const { accounts, clients, sessions, requestLog } = together;
  const connections = createMemoryConnections(clients, log);
  const credentials = createMemoryCredentials(clients, log);
  const sealingKey = { kid: 'k', key: createHash('sha256').update('sealing').digest() };
  const cursorKey = { kid: 'c', key: sealingKey.key };
  const secrets = createTextSealer({ keys: [sealingKey], randomBytes });
  const verifier = { issuer, keys: signer.keys, now };
  const notifyFailures: unknown[] = [];
  const lostPayloads: unknown[] = [];
  const locks = { count: 0 };
  const context = {
    now,
    newId: createIds(),
    randomBytes: (size: number) => randomBytes(size),
    networkOf,
    publicUrl: audience,
    services: [audience, dropAudience],
    serviceCallers: [
      { caller: 'sso', key: serviceKey },
      { caller: 'drop', key: dropKey },
    ],
    sso: siblings.sso,
    drop: siblings.drop,
    assertKeysAtHand: () => Promise.resolve(),
    verifyAccessToken: createTokenVerifier({ ...verifier, audience }),
    verifyRelay: createRelayVerifier({ ...verifier, audience: 'user-api' }),
    families: createFamilyCache({ ask: (token) => siblings.sso.findFamily(token), now, keepSeconds: 5 }),
    vouchFor: createVouchCache({ ask: (token) => siblings.sso.isTokenActive(token), now, keepSeconds: 5 }),
    ...together,
    clientSecrets: createMemoryClientSecrets(clients),
    connections,
    credentials,
    onAccountLocked: () => void (locks.count += 1),
    onNotifyFailed: (error: unknown) => void notifyFailures.push(error),
    onPayloadLost: (error: unknown) => void lostPayloads.push(error),
    onceMemory: createProcessOnceMemory({ now }),
    returnedPayloads: createMemoryReturnedPayloads(now),
    nonces: createDpopNonces({ keys: [sealingKey.key], now }),
    tombstones: createMemoryTombstones(now),
    attempts: createProcessAttempts({ now }),
    counterOf: createCounterOf(Buffer.from('hmac')),
    passwords: createPasswords({ hash, gate: createHashGate(), decoy: 'hash of decoy', minLength: 12 }),
    secrets,
    cursors: createCursorSealer({ keys: [cursorKey], now, randomBytes }),
    // As an object: the tests of the others see the types of the stores in memory.
    ...(stores as object),
  } satisfies UserApiContext;
  const logged: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = chunk.toString('utf8');
      if (findSecretLines(line).length > 0) throw new Error(`A log line holds a secret: ${line}`);
      logged.push(line);
      done();
    },
  });
  const logger = createLogger({ service: service.name, level: 'info', stream });
  const app = createApp<UserApiContext>({
    service,
    context,
    groups: groupRoutes({ headerAuth, legacyAuth }),
    logger,
    health: {},
    isDependencyLost,
    trustProxy: 1,
  });
  return {
    app: keep(joinListeners(app)),
    context,
    cursorKey,
    clock,
    signer,
    siblings,
    hash,
    accounts,
    sessions,
    notifyFailures,
    lostPayloads,
    locks,
    clients,
    connections,
    requestLog,
    credentials,
    secrets,
    logged,
  };
}

export type TestService = ReturnType<typeof createTestService>;
