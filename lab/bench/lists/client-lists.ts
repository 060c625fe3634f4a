import type { ClientFilters, OwnerScope } from '../../../services/user-api/src/clients/client.ts';
import type { ConnectionFilters } from '../../../services/user-api/src/clients/connection.ts';
import type { CredentialFilters } from '../../../services/user-api/src/clients/credential.ts';
import { createClientStore } from '../../../services/user-api/src/store/clients/client-store.ts';
import { createConnectionStore } from '../../../services/user-api/src/store/clients/connection-store.ts';
import { createCredentialStore } from '../../../services/user-api/src/store/clients/credential-store.ts';
import type { Database, Prisma } from '../../../services/user-api/src/store/database.ts';
import { contains, defineList, periods, type Cases, type ListSearch, type Model } from './define-list.ts';
import { bigOwner } from './generate-lists.ts';
import { known, type ListsPlan } from './list-rows.ts';

export function listClients(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createClientStore(database);
  const model: Model<Prisma.OAuthClientWhereInput> = database.prisma.oAuthClient;
  const { userId, orgId } = bigOwner(plan);
  const ownerIds = [userId, orgId];
  const find = (scope: OwnerScope) => (filters: ClientFilters, page: Parameters<typeof search>[2]) =>
    search(scope, filters, page);
  const part = contains('portal 77');
  const shared: Cases<ClientFilters, Prisma.OAuthClientWhereInput> = {
    status: [{ status: 'inactive' }, { status: 'inactive' }],
    name: [{ name: known.name }, { name: known.name }],
    search: [{ search: 'portal 77' }, { OR: [{ name: part }, { clientId: part }] }],
    archived: [{ archived: true }, { archivedAt: { not: null } }],
    grant_type: [{ grantType: 'device_code' }, { grantTypes: { has: 'device_code' } }],
  };
  return [
    defineList({
      list: 'clients',
      model,
      idColumn: 'clientId',
      find: find({ all: true }),
      whole: [{ archived: false }, { archivedAt: null }],
      filters: { ...shared, owner: [{ owner: userId }, { ownerId: userId }] },
    }),
    defineList({
      list: 'clients of two owners',
      model,
      idColumn: 'clientId',
      find: find({ all: false, ownerIds }),
      whole: [{ archived: false }, { archivedAt: null, ownerId: { in: ownerIds } }],
      filters: shared,
    }),
  ];
}

export function listConnections(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createConnectionStore(database);
  const model: Model<Prisma.ConnectionWhereInput> = database.prisma.connection;
  const { userId, orgId } = bigOwner(plan);
  const ids = { in: [userId, orgId] };
  const find = (scope: OwnerScope) => (filters: ConnectionFilters, page: Parameters<typeof search>[2]) =>
    search(scope, filters, page);
  const named = { OR: [{ name: contains('portal 77') }, { clientId: contains('portal 77') }] };
  const shared: Cases<ConnectionFilters, Prisma.ConnectionWhereInput> = {
    client_id: [{ clientId: 'client-1' }, { OR: [{ source: 'client-1' }, { target: 'client-1' }] }],
    status: [{ status: 'removed' }, { status: 'removed' }],
    search: [{ search: 'portal 77' }, { OR: [{ sourceClient: named }, { targetClient: named }] }],
  };
  return [
    defineList({ list: 'connections', model, find: find({ all: true }), whole: [{}, {}], filters: shared }),
    defineList({
      list: 'connections of two owners',
      model,
      find: find({ all: false, ownerIds: [userId, orgId] }),
      whole: [{}, { AND: { OR: [{ sourceOwnerId: ids }, { targetOwnerId: ids }] } }],
      filters: {
        ...shared,
        'direction out': [{ direction: 'out' }, { sourceOwnerId: ids }],
        'direction in': [{ direction: 'in' }, { targetOwnerId: ids }],
      },
    }),
  ];
}

export function listCredentials(database: Database, plan: ListsPlan): ListSearch[] {
  const { search } = createCredentialStore(database);
  const model: Model<Prisma.CredentialWhereInput> = database.prisma.credential;
  const { userId, orgId } = bigOwner(plan);
  const now = plan.until;
  const find =
    (scope: OwnerScope) => (filters: CredentialFilters, page: Parameters<typeof search>[2]['plan']) =>
      search(scope, filters, { plan: page, now });
  const filters: Cases<CredentialFilters, Prisma.CredentialWhereInput> = {
    client_id: [{ clientId: 'client-1' }, { clientId: 'client-1' }],
    'status active': [{ status: 'active' }, { revokedAt: null, expiresAt: { gt: now } }],
    'status expired': [{ status: 'expired' }, { revokedAt: null, expiresAt: { lte: now } }],
    'status revoked': [{ status: 'revoked' }, { revokedAt: { not: null } }],
    scope: [{ scope: 'admin' }, { scopes: { has: 'admin' } }],
    ...periods(plan),
  };
  return [
    defineList({ list: 'credentials', model, find: find({ all: true }), whole: [{}, {}], filters }),
    defineList({
      list: 'credentials of two owners',
      model,
      find: find({ all: false, ownerIds: [userId, orgId] }),
      whole: [{}, { ownerId: { in: [userId, orgId] } }],
      filters,
    }),
  ];
}
