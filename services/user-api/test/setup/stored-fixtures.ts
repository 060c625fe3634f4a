import { fieldsBut, selectList } from '@latchkey/database';
import { ssoClientId } from '@latchkey/tokens';
import type { Account, Membership } from '../../src/accounts/account.ts';
import type { Api } from '../../src/clients/api.ts';
import type { Client, ClientSecret } from '../../src/clients/client.ts';
import type { Credential } from '../../src/clients/credential.ts';
import type { createPostgresStores } from '../../src/create-stores.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import type { NewSession } from '../../src/sessions/session-store.ts';
import { insertRows, Prisma, type Database } from '../../src/store/database.ts';
import { insertAccount, insertApi, insertClient, insertConnection, putMemberships } from '../store/rows.ts';
import { startMs } from './signer.ts';

type Secret = Pick<ClientSecret, 'hash' | 'expiresAt'>;

/** The stores of a service, each with what tests put into its tables and read from them. */
export function addFixtures(database: Database, stores: ReturnType<typeof createPostgresStores>) {
  const { accounts, apis, clients, connections, credentials, requestLog, sessions } = stores;
  return {
    accounts: Object.assign(accounts, {
      add: (account: Account, memberships?: readonly Membership[], createdAt?: Date) =>
        insertAccount(database, account, memberships, createdAt),
      setMemberships: (userId: string, memberships: readonly Membership[]) =>
        putMemberships(database, userId, memberships),
    }),
    apis: Object.assign(apis, { add: (api: Api) => insertApi(database, api) }),
    clients: Object.assign(clients, {
      add: (client: Client, secrets: readonly Secret[] = []) =>
        insertClient(
          database,
          client,
          secrets.map(({ hash, expiresAt }) => [hash, expiresAt] as const),
        ),
    }),
    connections: Object.assign(connections, {
      add: (connection: Parameters<typeof insertConnection>[1]) => insertConnection(database, connection),
    }),
    credentials: Object.assign(credentials, {
      /** All that were issued. */
      issued: (): Promise<Credential[]> =>
        database.prisma.credential.findMany({
          omit: { ownerId: true, lastUsedAt: true, revokedAt: true },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        }),
    }),
    requestLog: Object.assign(requestLog, {
      /** All rows, the oldest first. */
      entries: () => listEntries(database),
      clear: async () => void (await database.pool.query('delete from request_log')),
    }),
    sessions: Object.assign(sessions, {
      /** Stores sessions without a look at what they depend on, each with the client that it came by. */
      async add(...all: readonly NewSession[]) {
        await addRelayClients(database, ...all.map(({ clientId }) => clientId));
        await database.execute(insertRows('sessions', all));
      },
    }),
  };
}

/** Stores clients of nobody that are not there, with the grant that sessions come by; sso's own id has no client. */
export async function addRelayClients({ prisma }: Database, ...clientIds: readonly string[]): Promise<void> {
  const at = new Date(startMs);
  const none: string[] = [];
  const ids = new Set(clientIds.filter((clientId) => clientId !== ssoClientId));
  const data = [...ids].map((clientId) => ({
    clientId,
    name: clientId,
    nameKeys: none,
    type: 'confidential',
    status: 'active',
    ownerKind: 'user',
    ownerId: '00000000-0000-4000-8000-ffffffffffff',
    tokenEndpointAuthMethod: 'client_secret_basic',
    grantTypes: ['relay'],
    scopes: none,
    defaultScopes: none,
    audiences: none,
    defaultAudiences: none,
    createdAt: at,
    updatedAt: at,
  }));
  await prisma.oAuthClient.createMany({ data, skipDuplicates: true });
}

const entryFields = fieldsBut(Prisma.RequestLogEntryScalarFieldEnum);

async function listEntries(database: Database): Promise<LogEntry[]> {
  const text = `select ${selectList(entryFields)} from request_log t order by created_at, id`;
  return database.query<LogEntry>({ text, values: [] });
}
