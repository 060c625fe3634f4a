import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { AccountFilters } from '../../../src/accounts/account-list.ts';
import type { ClientFilters, OwnerScope } from '../../../src/clients/client.ts';
import type { ConnectionFilters } from '../../../src/clients/connection.ts';
import type { CredentialFilters } from '../../../src/clients/credential.ts';
import type { LogFilters, PersonScope } from '../../../src/request-log/request-log.ts';
import type { SessionFilters } from '../../../src/sessions/session-list.ts';
import { createAccountStore } from '../../../src/store/accounts/account-store.ts';
import { createClientStore } from '../../../src/store/clients/client-store.ts';
import { createConnectionStore } from '../../../src/store/clients/connection-store.ts';
import { createCredentialStore } from '../../../src/store/clients/credential-store.ts';
import type { Database } from '../../../src/store/database.ts';
import { createRequestLogStore } from '../../../src/store/request-log/request-log-store.ts';
import { createSessionStore } from '../../../src/store/sessions/session-store.ts';
import { bigOwner } from './generate.ts';
import { known, type ListsPlan } from './rows.ts';

/** One list, narrowed by one filter or by none. */
export interface ListCase {
  readonly filter: string;
  find(plan: PagePlan): Promise<PageSlice<unknown>>;
}

export interface ListSearch {
  readonly list: string;
  readonly whole: ListCase;
  readonly narrowed: readonly ListCase[];
}

/** What each filter alone adds. */
type Cases<Filters> = Readonly<Record<string, Partial<Filters>>>;

function defineList<Filters extends object>(
  list: string,
  find: (filters: Filters, plan: PagePlan) => Promise<PageSlice<unknown>>,
  { whole, filters }: { whole: NoInfer<Filters>; filters: Cases<NoInfer<Filters>> },
): ListSearch {
  const toCase = (filter: string, added: Partial<Filters>): ListCase => ({
    filter,
    find: (plan) => find({ ...whole, ...added }, plan),
  });
  const narrowed = Object.entries(filters).map(([filter, added]) => toCase(filter, added));
  return { list, whole: toCase('', {}), narrowed };
}

/** The searches of user-api over generated rows, as an operator and as an owner uses them, with each filter alone. */
export function listSearches(database: Database, plan: ListsPlan): ListSearch[] {
  const makers = [listUsers, listSessions, listLog, listClients, listConnections, listCredentials];
  return makers.flatMap((make) => make(database, plan));
}

const dayMs = 24 * 3600 * 1000;

/** The last ten days before the end of the rows, and all before them. */
function periods({ until }: ListsPlan) {
  const instant = until.getTime() - 10 * dayMs;
  return { created_from: { createdFromMs: instant }, created_to: { createdToMs: instant } };
}

function listUsers(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createAccountStore(database);
  const filters: Cases<AccountFilters> = {
    status: { status: 'disabled' },
    'status of most': { status: 'active' },
    email: { email: known.email },
    name: { name: known.name },
    search: { search: '.777' },
    'search of none': { search: '日本語' },
    'search of few': { search: 'ann.777' },
    'search of most': { search: '@mail' },
    org: { org: bigOwner(plan).orgId },
    kind: { kind: 'admin' },
    mfa: { hasTotp: true },
    ...periods(plan),
  };
  return [defineList('users', search, { whole: {}, filters })];
}

function listSessions(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createSessionStore(database);
  const { userId, orgId } = bigOwner(plan);
  const find = (scope: PersonScope) => (filters: SessionFilters, page: PagePlan) =>
    search(scope, filters, { plan: page, now: plan.until });
  const shared: Cases<SessionFilters> = {
    'status revoked': { status: 'revoked' },
    'status active': { status: 'active' },
    'status expired': { status: 'expired' },
    kind: { kind: 'root' },
    client_id: { clientId: 'client-1' },
    ...periods(plan),
  };
  const ofAll = { ...shared, user_id: { userId }, org: { org: orgId }, ip: { ip: '10.1.1.1' } };
  return [
    defineList('sessions', find({ all: true }), {
      whole: {},
      filters: { ...ofAll, search: { search: '.777' } },
    }),
    defineList('sessions of one person', find({ all: false, userId, orgId: null }), {
      whole: {},
      filters: shared,
    }),
  ];
}

function listLog(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createRequestLogStore(database);
  const { userId, orgId } = bigOwner(plan);
  const find = (scope: PersonScope) => (filters: LogFilters, page: PagePlan) => search(scope, filters, page);
  const shared: Cases<LogFilters> = {
    event: { event: 'user.exchange' },
    'event of many': { event: 'user.login' },
    outcome: { outcome: 'failure' },
    'outcome of most': { outcome: 'success' },
    method: { method: 'device_code' },
    client_id: { clientId: 'client-1' },
    ip: { ip: '10.1.1.1' },
    ...periods(plan),
  };
  return [
    defineList('request log', find({ all: true }), {
      whole: {},
      filters: { ...shared, user_id: { userId }, org: { org: orgId }, search: { search: '.777' } },
    }),
    defineList('request log of one person', find({ all: false, userId, orgId: null }), {
      whole: {},
      filters: shared,
    }),
  ];
}

function listClients(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createClientStore(database);
  const { userId, orgId } = bigOwner(plan);
  const find = (scope: OwnerScope) => (filters: ClientFilters, page: PagePlan) =>
    search(scope, filters, page);
  const shared: Cases<ClientFilters> = {
    status: { status: 'inactive' },
    name: { name: known.name },
    search: { search: 'portal 77' },
    archived: { archived: true },
    grant_type: { grantType: 'device_code' },
  };
  return [
    defineList('clients', find({ all: true }), {
      whole: { archived: false },
      filters: { ...shared, owner: { owner: userId } },
    }),
    defineList('clients of two owners', find({ all: false, ownerIds: [userId, orgId] }), {
      whole: { archived: false },
      filters: shared,
    }),
  ];
}

function listConnections(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createConnectionStore(database);
  const { userId, orgId } = bigOwner(plan);
  const find = (scope: OwnerScope) => (filters: ConnectionFilters, page: PagePlan) =>
    search(scope, filters, page);
  const shared: Cases<ConnectionFilters> = {
    client_id: { clientId: 'client-1' },
    status: { status: 'removed' },
    search: { search: 'portal 77' },
  };
  const directed: Cases<ConnectionFilters> = {
    'direction out': { direction: 'out' },
    'direction in': { direction: 'in' },
  };
  return [
    defineList('connections', find({ all: true }), { whole: {}, filters: shared }),
    defineList('connections of two owners', find({ all: false, ownerIds: [userId, orgId] }), {
      whole: {},
      filters: { ...shared, ...directed },
    }),
  ];
}

function listCredentials(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createCredentialStore(database);
  const { userId, orgId } = bigOwner(plan);
  const find = (scope: OwnerScope) => (filters: CredentialFilters, page: PagePlan) =>
    search(scope, filters, { plan: page, now: plan.until });
  const filters: Cases<CredentialFilters> = {
    client_id: { clientId: 'client-1' },
    'status active': { status: 'active' },
    'status expired': { status: 'expired' },
    'status revoked': { status: 'revoked' },
    scope: { scope: 'admin' },
    ...periods(plan),
  };
  return [
    defineList('credentials', find({ all: true }), { whole: {}, filters }),
    defineList('credentials of two owners', find({ all: false, ownerIds: [userId, orgId] }), {
      whole: {},
      filters,
    }),
  ];
}
