import {
  buildPageQuery,
  escapeLikePattern,
  readPageRows,
  type PageRow,
  type SqlFragment,
} from '@latchkey/pagination';
import type { Client, ClientFilters, ClientStore, OwnerScope } from '../client/client.ts';
import { at, Prisma, type Database } from './database.ts';

const columns = `t.id as "clientId", t.name, t.type, t.status, t.archived_at as "archivedAt",
  t.owner_kind as "ownerKind", t.owner_id as "ownerId", t.token_endpoint_auth_method as "tokenEndpointAuthMethod",
  t.grant_types as "grantTypes", t.scopes, t.default_scopes as "defaultScopes", t.audiences,
  t.default_audiences as "defaultAudiences", t.device_code_ttl_seconds as "deviceCodeTtlSeconds",
  t.poll_interval_seconds as "pollIntervalSeconds", t.secret_rotated_at as "secretRotatedAt",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

/** OAuth clients in Postgres. */
export function createClientStore(database: Database): ClientStore {
  return {
    async find(clientId, now) {
      const rows = await database.$queryRaw<(Client & { secretHashes: string[] })[]>`
        select ${Prisma.raw(columns)}, array(
          select s.secret_hash from client_secrets s
          where s.client_id = t.id and (s.expires_at is null or s.expires_at > ${at(now)})
          order by s.created_at desc) as "secretHashes"
        from oauth_clients t where t.id = ${clientId}`;
      const [row] = rows;
      if (row === undefined) return undefined;
      const { secretHashes, ...client } = row;
      return { client, secretHashes };
    },
    async search(scope, filters, plan) {
      const { text, values } = buildPageQuery({
        table: 'oauth_clients',
        columns,
        idType: 'text',
        where: conditionOf(scope, filters),
        plan,
      });
      const rows = await database.$queryRawUnsafe<PageRow<Client>[]>(text, ...values);
      return readPageRows(rows, plan, toClient);
    },
  };
}

/** Ownership first: a filter can only narrow what the caller may see. */
function conditionOf(scope: OwnerScope, filters: ClientFilters): SqlFragment {
  const parts: Prisma.Sql[] = [
    filters.archived ? Prisma.sql`t.archived_at is not null` : Prisma.sql`t.archived_at is null`,
  ];
  if (!scope.all) parts.unshift(ownedBy(scope.ownerIds));
  if (filters.owner !== undefined) parts.push(ownerIs(filters.owner));
  if (filters.status !== undefined) parts.push(Prisma.sql`t.status = ${filters.status}`);
  if (filters.name !== undefined) parts.push(Prisma.sql`t.name = ${filters.name}`);
  if (filters.grantType !== undefined) parts.push(Prisma.sql`${filters.grantType} = any(t.grant_types)`);
  if (filters.search !== undefined) {
    const pattern = `%${escapeLikePattern(filters.search)}%`;
    parts.push(Prisma.sql`(t.name ilike ${pattern} or t.id ilike ${pattern})`);
  }
  const { text, values } = Prisma.join(parts, ' and ');
  return { text, values };
}

/** One owner is compared by equality, so that its index also gives the order. */
function ownedBy(ownerIds: readonly string[]): Prisma.Sql {
  const [only] = ownerIds;
  if (ownerIds.length === 1) return Prisma.sql`t.owner_id = ${only}::uuid`;
  return Prisma.sql`t.owner_id = any(${[...ownerIds]}::uuid[])`;
}

function ownerIs(owner: string): Prisma.Sql {
  return Prisma.sql`(t.owner_id::text = lower(${owner})
    or t.owner_id = (select o.id from orgs o where o.slug = ${owner}))`;
}

function toClient(row: Client): Client {
  return row;
}
