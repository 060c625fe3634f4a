import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createOnceMemory } from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { Connections } from './connect.ts';
import type { ActStores, UserApiStores } from './context.ts';
import { createAccountStore } from './store/accounts/account-store.ts';
import { createOutcomeStore } from './store/accounts/outcome-store.ts';
import { createPasskeyStore } from './store/accounts/passkey-store.ts';
import { createApiStore } from './store/clients/api-store.ts';
import { createClientSecretStore } from './store/clients/client-secret-store.ts';
import { createClientStore } from './store/clients/client-store.ts';
import { createConnectionStore } from './store/clients/connection-store.ts';
import { createCredentialStore } from './store/clients/credential-store.ts';
import type { Database } from './store/database.ts';
import { createExportStore } from './store/people/export-store.ts';
import { createInvitationStore } from './store/people/invitation-store.ts';
import { createLinkStore } from './store/people/link-store.ts';
import { createMailStore } from './store/people/mail-store.ts';
import { createOrgStore } from './store/people/org-store.ts';
import { createOwnAccountStore } from './store/people/own-account-store.ts';
import { createSubscriptionStore } from './store/people/subscription-store.ts';
import { createRequestLogStore } from './store/request-log/request-log-store.ts';
import { createSessionStore } from './store/sessions/session-store.ts';
import { createTombstones } from './store/sessions/tombstones.ts';
import { createKnownDeviceStore } from './store/signing-in/known-device-store.ts';
import { createReturnedPayloadStore } from './store/signing-in/returned-payload-store.ts';
import { createSpentCodes } from './store/signing-in/spent-code.ts';
import { createTokenBackingStore } from './store/tokens/token-backing-store.ts';

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
    passkeys: createPasskeyStore(database),
    subscriptions: createSubscriptionStore(database),
  };
}
