import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { createProcessAttempts } from '@latchkey/attempts';
import { createProcessOnceMemory } from '@latchkey/database';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import { createApp, createMetrics, describeWholeApi } from '@latchkey/http-server';
import { createLogger } from '@latchkey/process';
import type { HeaderAuthMode } from '@latchkey/request-parser';
import { createClock, findSecretLines, joinListeners, useDocument, useKeptServer } from '@latchkey/testing';
import { loadConfig } from '../../src/config.ts';
import type { UserApiContext } from '../../src/context.ts';
import { createContext } from '../../src/create-context.ts';
import { createPostgresStores } from '../../src/create-stores.ts';
import { groupRoutes } from '../../src/routes.ts';
import { service } from '../../src/service.ts';
import { createHashGate, createPasswords } from '../../src/signing-in/password/passwords.ts';
import { createCountingHash } from './counting-hash.ts';
import { createFakeSiblings } from './fake-siblings.ts';
import { createMemoryReturnedPayloads, createMemoryTombstones } from './memory-stores.ts';
import { audience, createSigner, dropAudience, issuer, startMs } from './signer.ts';
import { addFixtures, addRelayClients } from './stored-fixtures.ts';
import { database } from './test-database.ts';

const keep = useKeptServer();
const hold = useDocument();

let count = 0;
/** Ids in the order in which they are asked for, of all services of a test file: they share its database. */
const newId = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;

export const serviceKey = 'service-key-of-the-tests-0123456789';
/** Of a caller that no internal route names. */
export const dropKey = 'service-key-of-drop-in-tests-012345';

const key = createHash('sha256').update('sealing').digest();
/** Seals the cursors of the tests. */
export const cursorKey = { kid: 'c', key };

const config = loadConfig({
  NODE_ENV: 'test',
  INTERNAL_PORT: '0',
  IDENTITY_ISSUER: issuer,
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  USER_API_URL: audience,
  SSO_URL: issuer,
  SSO_CALL_URL: issuer,
  SSO_INTERNAL_URL: issuer,
  DROP_URL: dropAudience,
  DROP_CALL_URL: dropAudience,
  SERVICE_MASTER_KEY: serviceKey,
  SERVICE_CALLERS: `sso:${serviceKey},drop:${dropKey}`,
  PRINCIPAL_WRITES_PER_MINUTE: '0',
  CURSOR_KEYS: `c:${key.toString('base64url')}`,
  SEALING_KEYS: `k:${key.toString('base64url')}`,
});

interface TestServiceOptions {
  readonly headerAuth?: Readonly<Record<string, HeaderAuthMode>>;
  readonly legacyAuth?: 'on' | 'off';
  /** In place of the usual parts. */
  readonly stores?: Partial<UserApiContext>;
}

/**
 * The service as it starts, on the database of the test file, but without Redis, on a clock that stands still, and with
 * siblings made here.
 */
export function createTestService({
  headerAuth = {},
  legacyAuth = 'off',
  stores = {},
}: TestServiceOptions = {}) {
  const clock = createClock(startMs);
  const { now } = clock;
  const signer = createSigner(now);
  const siblings = createFakeSiblings(signer);
  const { mintToken } = siblings.sso;
  // sso makes relays for clients with that grant only.
  siblings.sso.mintToken = async (wanted) => {
    await addRelayClients(database, wanted.client_id);
    return mintToken(wanted);
  };
  const hash = createCountingHash();
  const postgres = createPostgresStores(database);
  const notifyFailures: unknown[] = [];
  const lostPayloads: unknown[] = [];
  const locks = { count: 0 };
  const refusedClients: [clientId: string, isFirst: boolean][] = [];
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
  const context = createContext(config, {
    logger,
    metrics: createMetrics(),
    keys: { ...signer.keys, assertAtHand: () => Promise.resolve() },
    passwords: createPasswords({
      hash,
      gate: createHashGate(),
      decoy: 'hash of decoy',
      minLength: 12,
      houseName: 'Latchkey',
    }),
    stores: {
      ...postgres,
      onceMemory: createProcessOnceMemory({ now }),
      returnedPayloads: createMemoryReturnedPayloads(now),
      tombstones: createMemoryTombstones(now),
      attempts: createProcessAttempts({ now }),
    },
    overrides: {
      now,
      newId,
      sso: siblings.sso,
      drop: siblings.drop,
      onAccountLocked: () => void (locks.count += 1),
      onClientRefused: (...refused) => void refusedClients.push(refused),
      onNotifyFailed: (error) => void notifyFailures.push(error),
      onPayloadLost: (error) => void lostPayloads.push(error),
      ...stores,
    },
  });
  const groups = groupRoutes({ headerAuth, legacyAuth });
  const app = createApp({
    service,
    context,
    groups,
    logger,
    health: {},
    isDependencyLost,
    trustProxy: 1,
  });
  return {
    app: keep(
      hold(joinListeners(app), `user-api ${JSON.stringify([headerAuth, legacyAuth])}`, () =>
        describeWholeApi(service, groups),
      ),
    ),
    context,
    clock,
    signer,
    siblings,
    hash,
    ...addFixtures(database, postgres),
    orgs: postgres.orgs,
    notifyFailures,
    lostPayloads,
    locks,
    refusedClients,
    secrets: context.secrets,
    logged,
  };
}

export type TestService = ReturnType<typeof createTestService>;
