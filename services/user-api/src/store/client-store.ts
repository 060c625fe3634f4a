import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { OAuthClientModel } from '../../prisma/generated/models.ts';
import type { Client, ClientFilters, ClientStore, OwnerScope } from '../client/client.ts';
import { fieldsBut, Prisma, selectList, type Database } from './database.ts';
import { partPattern } from './search-conditions.ts';

const renamed = { clientId: 'id' };
const columns = selectList(fieldsBut(Prisma.OAuthClientScalarFieldEnum), renamed);

/** OAuth clients in PostgreSQL. */
export function createClientStore(database: Database): ClientStore {
  return {
    async find(clientId, now) {
      const row = await database.prisma.oAuthClient.findUnique({
        where: { clientId },
        include: {
          secrets: {
            where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
            orderBy: { createdAt: 'desc' },
          },
        },
      });
      if (row === null) return undefined;
      const { secrets, ...client } = row;
      return { client: toClient(client), secretHashes: secrets.map(({ secretHash }) => secretHash) };
    },
    async search(scope, filters, plan) {
      const where = conditionsOf(scope, filters);
      const page = buildPageQuery({ table: 'oauth_clients', columns, idType: 'text', where, plan });
      return readPageRows(await database.query<PageRow<OAuthClientModel>>(page), plan, toClient);
    },
  };
}

/** The client alone, without what a page's row says beside it. */
function toClient(row: OAuthClientModel): Client {
  const { type, status, ownerKind, ...rest } = row;
  return {
    ...rest,
    type: type as Client['type'],
    status: status as Client['status'],
    ownerKind: ownerKind as Client['ownerKind'],
  };
}

/** Ownership first: a filter can only narrow what the caller may see. One condition for each owner. */
function conditionsOf(scope: OwnerScope, filters: ClientFilters): Prisma.Sql[] {
  const narrowed = narrowBy(filters);
  if (scope.all) return [narrowed];
  return scope.ownerIds.map((ownerId) => Prisma.sql`t.owner_id = ${ownerId}::uuid and ${narrowed}`);
}

function narrowBy(filters: ClientFilters): Prisma.Sql {
  const parts: Prisma.Sql[] = [
    filters.archived ? Prisma.sql`t.archived_at is not null` : Prisma.sql`t.archived_at is null`,
  ];
  if (filters.owner !== undefined) parts.push(ownerIs(filters.owner));
  if (filters.status !== undefined) parts.push(Prisma.sql`t.status = ${filters.status}`);
  if (filters.name !== undefined) parts.push(Prisma.sql`t.name = ${filters.name}`);
  if (filters.grantType !== undefined) parts.push(Prisma.sql`${filters.grantType} = any(t.grant_types)`);
  if (filters.search !== undefined) {
    const pattern = partPattern(filters.search);
    parts.push(Prisma.sql`(t.name ilike ${pattern} or t.id ilike ${pattern})`);
  }
  return Prisma.join(parts, ' and ');
}

function ownerIs(owner: string): Prisma.Sql {
  return Prisma.sql`(t.owner_id::text = lower(${owner})
    or t.owner_id = (select o.id from orgs o where o.slug = ${owner}))`;
}
