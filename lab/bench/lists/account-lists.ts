import type { AccountFilters } from '../../../services/user-api/src/accounts/account-list.ts';
import type { LogFilters, PersonScope } from '../../../services/user-api/src/request-log/request-log.ts';
import type { SessionFilters } from '../../../services/user-api/src/sessions/session-list.ts';
import { createAccountStore } from '../../../services/user-api/src/store/accounts/account-store.ts';
import type { Database, Prisma } from '../../../services/user-api/src/store/database.ts';
import { createRequestLogStore } from '../../../services/user-api/src/store/request-log/request-log-store.ts';
import { createSessionStore } from '../../../services/user-api/src/store/sessions/session-store.ts';
import { contains, defineList, periods, type Cases, type ListSearch, type Model } from './define-list.ts';
import { bigOwner } from './generate-lists.ts';
import { known, type ListsPlan } from './list-rows.ts';

export function listUsers(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createAccountStore(database);
  const model: Model<Prisma.UserWhereInput> = database.prisma.user;
  const { orgId } = bigOwner(plan);
  return [
    defineList({
      list: 'users',
      model,
      find: (filters: AccountFilters, page) => search(filters, page),
      whole: [{}, {}],
      filters: {
        status: [{ status: 'disabled' }, { status: 'disabled' }],
        'status of most': [{ status: 'active' }, { status: 'active' }],
        email: [{ email: known.email }, { email: known.email }],
        name: [{ name: known.name }, { name: known.name }],
        search: [{ search: '.777' }, { OR: [{ email: contains('.777') }, { name: contains('.777') }] }],
        'search of none': [{ search: '日本語' }, { email: contains('日本語') }],
        'search of few': [{ search: 'ann.777' }, { email: contains('ann.777') }],
        'search of most': [{ search: '@mail' }, { email: contains('@mail') }],
        org: [{ org: orgId }, { members: { some: { orgId, status: 'active' } } }],
        kind: [{ kind: 'admin' }, { kind: 'admin' }],
        mfa: [{ hasTotp: true }, { totpSecret: { not: null } }],
        ...periods(plan),
      },
    }),
  ];
}

export function listSessions(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createSessionStore(database);
  const model: Model<Prisma.SessionWhereInput> = database.prisma.session;
  const { userId, orgId } = bigOwner(plan);
  const now = plan.until;
  const find =
    (scope: PersonScope) => (filters: SessionFilters, page: Parameters<typeof search>[2]['plan']) =>
      search(scope, filters, { plan: page, now });
  const shared: Cases<SessionFilters, Prisma.SessionWhereInput> = {
    'status revoked': [{ status: 'revoked' }, { revokedAt: { not: null } }],
    'status active': [{ status: 'active' }, { revokedAt: null, expiresAt: { gt: now } }],
    'status expired': [{ status: 'expired' }, { revokedAt: null, expiresAt: { lte: now } }],
    kind: [{ kind: 'root' }, { kind: 'root' }],
    client_id: [{ clientId: 'client-1' }, { clientId: 'client-1' }],
    ...periods(plan),
  };
  return [
    defineList({
      list: 'sessions',
      model,
      find: find({ all: true }),
      whole: [{}, {}],
      filters: {
        ...shared,
        user_id: [{ userId }, { userId }],
        org: [{ org: orgId }, { orgId }],
        ip: [{ ip: '10.1.1.1' }, { ip: '10.1.1.1' }],
        search: [
          { search: '.777' },
          { user: { OR: [{ email: contains('.777') }, { name: contains('.777') }] } },
        ],
      },
    }),
    defineList({
      list: 'sessions of one person',
      model,
      find: find({ all: false, userId, orgId: null }),
      whole: [{}, { userId }],
      filters: shared,
    }),
  ];
}

export function listLog(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createRequestLogStore(database);
  const model: Model<Prisma.RequestLogEntryWhereInput> = database.prisma.requestLogEntry;
  const { userId, orgId } = bigOwner(plan);
  const find = (scope: PersonScope) => (filters: LogFilters, page: Parameters<typeof search>[2]) =>
    search(scope, filters, page);
  // A row of the log names its user without a relation.
  const findPeople = async () => {
    const people = await database.prisma.user.findMany({
      where: { email: contains('.777') },
      select: { id: true },
    });
    return { userId: { in: people.map(({ id }) => id) } };
  };
  const shared: Cases<LogFilters, Prisma.RequestLogEntryWhereInput> = {
    event: [{ event: 'user.exchange' }, { event: 'user.exchange' }],
    'event of many': [{ event: 'user.login' }, { event: 'user.login' }],
    outcome: [{ outcome: 'failure' }, { outcome: 'failure' }],
    'outcome of most': [{ outcome: 'success' }, { outcome: 'success' }],
    method: [{ method: 'device_code' }, { method: 'device_code' }],
    client_id: [{ clientId: 'client-1' }, { clientId: 'client-1' }],
    ip: [{ ip: '10.1.1.1' }, { ip: '10.1.1.1' }],
    ...periods(plan),
  };
  return [
    defineList({
      list: 'request log',
      model,
      find: find({ all: true }),
      whole: [{}, {}],
      filters: {
        ...shared,
        user_id: [{ userId }, { userId }],
        org: [{ org: orgId }, { orgId }],
        search: [{ search: '.777' }, findPeople],
      },
    }),
    defineList({
      list: 'request log of one person',
      model,
      find: find({ all: false, userId, orgId: null }),
      whole: [{}, { userId }],
      filters: shared,
    }),
  ];
}
