import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { createApiStore } from '../../src/store/api-store.ts';
import { createClientSecretStore } from '../../src/store/client-secret-store.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createConnectionStore } from '../../src/store/connection-store.ts';
import { createCredentialStore } from '../../src/store/credential-store.ts';
import type { Database } from '../../src/store/database.ts';
import { createInvitationStore } from '../../src/store/invitation-store.ts';
import { createMailStore } from '../../src/store/mail-store.ts';
import { createOrgStore } from '../../src/store/org-store.ts';
import { createRequestLogStore } from '../../src/store/request-log-store.ts';
import { createSessionStore } from '../../src/store/session-store.ts';
import { createTokenBackingStore } from '../../src/store/token-backing-store.ts';
import { createTestService } from '../setup/create-test-service.ts';
import { insertAccount } from '../store/rows.ts';
import { people } from './people.ts';
import type { SearchPlace } from './search-case.ts';

/** A service with the people of people.ts and nothing else: on memory stores, or on a database that is emptied. */
export async function openPlace(database?: Database): Promise<SearchPlace> {
  if (database === undefined) return addPeople({ service: createTestService(), database });
  await emptyTables(database);
  const stores = {
    accounts: createAccountStore(database),
    apis: createApiStore(database),
    clients: createClientStore(database),
    clientSecrets: createClientSecretStore(database),
    connections: createConnectionStore(database),
    credentials: createCredentialStore(database),
    invitations: createInvitationStore(database),
    mails: createMailStore(database),
    orgs: createOrgStore(database),
    requestLog: createRequestLogStore(database),
    sessions: createSessionStore(database),
    tokenBackings: createTokenBackingStore(database),
  };
  return addPeople({ service: createTestService({ stores }), database });
}

async function addPeople(place: SearchPlace): Promise<SearchPlace> {
  const { service, database } = place;
  const { requestLog } = service.context;
  // What an operator reads, or is refused, is a row as well, which no case has put there.
  const add = (entry: LogEntry) =>
    ['admin.read', 'admin.refused'].includes(entry.event) ? Promise.resolve() : requestLog.add(entry);
  Object.assign(service.context, { requestLog: { ...requestLog, add } });
  for (const [account, memberships] of people) {
    if (database) await insertAccount(database, account, memberships);
    else service.accounts.add(account, memberships);
    for (const { orgId, orgSlug } of memberships) service.clients.addOrg(orgId, orgSlug);
  }
  return place;
}

async function emptyTables(database: Database): Promise<void> {
  const [found] = await database.query<{ names: string }>({
    text: `select string_agg(format('%I', tablename), ', ') as names from pg_tables
      where schemaname = 'public' and tablename not in ('_prisma_migrations', 'row_counts')`,
    values: [],
  });
  await database.execute({ text: `truncate ${found?.names}`, values: [] });
  await database.execute({ text: 'select recount_rows()', values: [] });
}
