import { randomUUID } from 'node:crypto';
import type { Attempts } from '@latchkey/attempts';
import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createOnceMemory } from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { Config } from './config.ts';
import type { Connections } from './connect.ts';
import type { SsoStores } from './context.ts';
import { readStateKeys } from './read-state-keys.ts';
import { createApprovedDeviceStore } from './store/approved-device-store.ts';
import { createConsentStore } from './store/consent-store.ts';
import { createDeviceHistoryStore } from './store/device-history-store.ts';
import { createDeviceStore } from './store/device-store.ts';
import { createFamilyStore } from './store/family-store.ts';
import { findEventLag } from './store/find-event-lag.ts';
import { createLogEvents } from './store/log-events.ts';
import { createOutboxStore } from './store/outbox-store.ts';
import { createPowerStore } from './store/power-store.ts';
import { createRelayStore } from './store/relay-store.ts';
import { createSignedState } from './store/signed-state.ts';
import { createTicketStore } from './store/ticket-store.ts';

interface StoreOptions {
  readonly logger: Logger;
  readonly now?: () => number;
  /** In place of those in Redis, which tests have no clock for. */
  readonly attempts?: Attempts;
}

export function createStores(config: Config, connections: Connections, options: StoreOptions): SsoStores {
  const { pool, database, redis } = connections;
  const { logger, now = Date.now } = options;
  const { attempts = createRedisAttempts(redis, { prefix: 'sso:attempts:', now }) } = options;
  const report = (error: unknown) => logger.error('a record could not be written', { error });
  const state = createSignedState(readStateKeys(config));
  return {
    devices: createDeviceStore(redis, { wrongPasswords: config.WRONG_PASSWORDS_PER_CODE, state }),
    history: createDeviceHistoryStore(pool, report),
    families: createFamilyStore(pool),
    approvedDevices: createApprovedDeviceStore(database),
    consents: createConsentStore(database),
    outbox: createOutboxStore(database, {
      attempts,
      newId: randomUUID,
      now,
      perMinute: config.EVENTS_PER_MINUTE,
      report,
    }),
    logEvents: createLogEvents(pool, now),
    findLogLag: () => findEventLag(pool, 'user-api', now()),
    relays: createRelayStore(redis),
    proofs: createOnceMemory(redis, 'sso:proof:'),
    attempts,
    tickets: createTicketStore(redis, state),
    powers: createPowerStore(redis, state),
    forms: createOnceMemory(redis, 'sso:form:'),
  };
}
