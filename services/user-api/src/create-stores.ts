import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createOnceMemory } from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { Connections } from './connect.ts';
import type { UserApiStores } from './context.ts';
import type { ActStores } from './fresh-code/act-stores.ts';
import { createAccountStore } from './store/account-store.ts';
import { createApiStore } from './store/api-store.ts';
import { createClientSecretStore } from './store/client-secret-store.ts';
import { createClientStore } from './store/client-store.ts';
import { createConnectionStore } from './store/connection-store.ts';
import { createCredentialStore } from './store/credential-store.ts';
import type { Database } from './store/database.ts';
import { createExportStore } from './store/export-store.ts';
import { createInvitationStore } from './store/invitation-store.ts';
import { createKnownDeviceStore } from './store/known-device-store.ts';
import { createLinkStore } from './store/link-store.ts';
import { createMailStore } from './store/mail-store.ts';
import { createOrgStore } from './store/org-store.ts';
import { createOutcomeStore } from './store/outcome-store.ts';
import { createOwnAccountStore } from './store/own-account-store.ts';
import { createRequestLogStore } from './store/request-log-store.ts';
import { createReturnedPayloadStore } from './store/returned-payload-store.ts';
import { createSessionStore } from './store/session-store.ts';
import { createSpentCodes } from './store/spent-code.ts';
import { createTokenBackingStore } from './store/token-backing-store.ts';
import { createTombstones } from './store/tombstones.ts';

export function createStores({ database, redis }: Connections, logger: Logger): UserApiStores {
  return {
    ...createPostgresStores(database),
    onceMemory: createOnceMemory(redis, 'once:'),
    returnedPayloads: createReturnedPayloadStore(redis),
    attempts: createRedisAttempts(redis, { prefix: 'attempts:', now: Date.now }),
    tombstones: createTombstones(redis, (error) => logger.warn('tombstones are not available', { error })),
  };
}

/** The stores in PostgreSQL. Route tests use them without the others. */
export function createPostgresStores(database: Database) {
  return {
    ...createActStores(database),
    withSpentCode: createSpentCodes(database, createActStores),
    credentials: createCredentialStore(database),
    devices: createKnownDeviceStore(database),
    exports: createExportStore(database),
    ownAccounts: createOwnAccountStore(database),
    requestLog: createRequestLogStore(database),
    sessions: createSessionStore(database),
    tokenBackings: createTokenBackingStore(database),
    outcomes: createOutcomeStore(database),
  };
}

export function createActStores(database: Database): ActStores {
  return {
    accounts: createAccountStore(database),
    apis: createApiStore(database),
    clients: createClientStore(database),
    clientSecrets: createClientSecretStore(database),
    connections: createConnectionStore(database),
    invitations: createInvitationStore(database),
    links: createLinkStore(database),
    mails: createMailStore(database),
    orgs: createOrgStore(database),
  };
}
