import { fieldsBut, selectList } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { OAuthClientModel } from '../../prisma/generated/models.ts';
import type { Client, ClientFilters, ClientForSso, ClientStore, OwnerScope } from '../client/client.ts';
import { anyOf, at, Prisma, type Database, type Transaction } from './database.ts';
import { addRows } from './row-counts.ts';
import { isEmpty, ofOwners, orgIdOf, partPattern } from './search-conditions.ts';

const renamed = { clientId: 'id' };
const columnsForSso = Prisma.raw(
  selectList(
    fieldsBut(
      Prisma.OAuthClientScalarFieldEnum,
      'ownerKind',
      'ownerId',
      'secretRotatedAt',
      'createdAt',
      'updatedAt',
    ),
    renamed,
  ),
);
const listedFields = fieldsBut(
  Prisma.OAuthClientScalarFieldEnum,
  'defaultScopes',
  'audiences',
  'defaultAudiences',
  'deviceCodeTtlSeconds',
  'pollIntervalSeconds',
  'vouches',
  'introspects',
  'namesVisitors',
);
const columns = selectList(listedFields, renamed);

type ListedRow = Pick<OAuthClientModel, (typeof listedFields)[number]>;

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
      return {
        client: toClient(client),
        secrets: secrets.map(({ secretHash: hash, createdAt, expiresAt }) => ({
          hash,
          createdAt,
          expiresAt,
        })),
      };
    },
    findForSso: (clientIds, now) =>
      database.query<ClientForSso>(Prisma.sql`
        select ${columnsForSso}, array(
          select s.secret_hash from client_secrets s
          where s.client_id = t.id and (s.expires_at is null or s.expires_at > ${at(now)})
          order by s.created_at desc
        ) as "secretHashes"
        from oauth_clients t where t.id = ${anyOf(clientIds, 'text')}`),
    async isClosed(clientId) {
      const closed = await database.query(Prisma.sql`
        select from oauth_clients c where c.id = ${clientId} and ${isClosed}`);
      return closed.length === 1;
    },
    ...createWrites(database),
    async search(scope, filters, plan) {
      const page = buildPageQuery({
        table: 'oauth_clients',
        columns,
        idType: 'text',
        where: conditionsOf(scope, filters),
        unfiltered: isEmpty({ ...filters, archived: filters.archived || undefined }),
        plan,
      });
      return readPageRows(await database.query<PageRow<ListedRow>>(page), plan, toClient);
    },
  };
}

/** The condition on a client `c` that nothing of it works. */
export const isClosed = Prisma.sql`(c.archived_at is not null or c.status <> 'active')`;

/** The writes of a client; each writes its log row in the same transaction. */
function createWrites({ prisma }: Database): Pick<ClientStore, 'create' | 'update' | 'setArchived'> {
  return {
    create: (client, secret, { maker, row }) =>
      prisma.$transaction(async (transaction) => {
        // Locks the account: a change that voids its tokens is made either before, and is seen here, or after, and sees
        // the client.
        const standing = await transaction.$executeRaw`
          select from users where id = ${maker.id}::uuid and status = 'active'
            and tokens_valid_after is not distinct from ${at(maker.tokensValidAfter)} for share`;
        if (standing === 0) return false;
        await insertClient(transaction, client, secret);
        await transaction.$executeRaw(addRows('request_log', [row]));
        return true;
      }),
    update: (changed, seenAt, row) =>
      prisma.$transaction(async (transaction) => {
        const { clientId, name, status, tokenEndpointAuthMethod, updatedAt } = changed;
        const { introspects, namesVisitors } = changed;
        const { count } = await transaction.oAuthClient.updateMany({
          where: { clientId, archivedAt: null, updatedAt: seenAt },
          data: {
            name,
            status,
            tokenEndpointAuthMethod,
            introspects,
            namesVisitors,
            updatedAt,
            ...listsOf(changed),
          },
        });
        if (count === 1) await transaction.$executeRaw(addRows('request_log', [row]));
        return count === 1;
      }),
    setArchived: (clientId, isArchived, row) =>
      prisma.$transaction(async (transaction) => {
        const now = row.createdAt;
        const [changed] = await transaction.oAuthClient.updateManyAndReturn({
          where: { clientId, archivedAt: isArchived ? null : { not: null } },
          data: { archivedAt: isArchived ? now : null, updatedAt: now },
        });
        if (changed === undefined) return undefined;
        await transaction.$executeRaw(addRows('request_log', [row]));
        return toClient(changed);
      }),
  };
}

/** Stores a client where it is missing, and its secret; answers whether it was. */
export async function insertClient(
  transaction: Transaction,
  client: Client,
  secret?: { readonly id: string; readonly hash: string },
): Promise<boolean> {
  const { clientId, createdAt } = client;
  const made = await transaction.oAuthClient.createMany({
    data: { ...client, ...listsOf(client) },
    skipDuplicates: true,
  });
  if (made.count === 0 || secret === undefined) return made.count === 1;
  const { id, hash: secretHash } = secret;
  await transaction.clientSecret.create({ data: { id, clientId, secretHash, createdAt } });
  return true;
}

function listsOf({ grantTypes, scopes, defaultScopes, audiences, defaultAudiences, vouches }: Client) {
  return {
    grantTypes: [...grantTypes],
    scopes: [...scopes],
    defaultScopes: [...defaultScopes],
    audiences: [...audiences],
    defaultAudiences: [...defaultAudiences],
    vouches: [...vouches],
  };
}

/** Only the client, without the other fields of a page's row. */
function toClient<Row extends ListedRow>(row: Row) {
  return {
    ...row,
    type: row.type as Client['type'],
    status: row.status as Client['status'],
    ownerKind: row.ownerKind as Client['ownerKind'],
  };
}

/** Ownership first: a filter can only narrow what the caller may see. One condition for each owner. */
function conditionsOf(scope: OwnerScope, filters: ClientFilters): Prisma.Sql[] {
  return ofOwners(scope, narrowBy(filters));
}

function narrowBy(filters: ClientFilters): Prisma.Sql {
  const parts: Prisma.Sql[] = [
    filters.archived ? Prisma.sql`t.archived_at is not null` : Prisma.sql`t.archived_at is null`,
  ];
  if (filters.owner !== undefined) parts.push(Prisma.sql`t.owner_id = ${orgIdOf(filters.owner)}`);
  if (filters.status !== undefined) parts.push(Prisma.sql`t.status = ${filters.status}`);
  if (filters.name !== undefined) parts.push(Prisma.sql`t.name = ${filters.name}`);
  if (filters.grantType !== undefined)
    parts.push(Prisma.sql`t.grant_types @> ${[filters.grantType]}::text[]`);
  if (filters.search !== undefined) {
    const pattern = partPattern(filters.search);
    parts.push(Prisma.sql`(t.name ilike ${pattern} or t.id ilike ${pattern})`);
  }
  return Prisma.join(parts, ' and ');
}
