import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { Client, ClientFilters, ClientForSso, ClientStore, OwnerScope } from '../../clients/client.ts';
import { anyOf, at, Prisma, type Database, type Transaction } from '../database.ts';
import { staysManager } from '../people/org-people.ts';
import { writeLog } from '../request-log/write-log.ts';
import { hasPart, isEmpty, ofOwners, orgIdOf } from '../search-conditions.ts';
import { assertNameFree, assertRoom, lockNames } from './client-bounds.ts';
import {
  clientColumnsForSso,
  clientList,
  internalColumns,
  settledOf,
  toClient,
  type ListedRow,
} from './client-rows.ts';

export function createClientStore(database: Database): ClientStore {
  return {
    async find(clientId, now) {
      const row = await database.prisma.oAuthClient.findUnique({
        where: { clientId },
        omit: internalColumns,
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
        select ${clientColumnsForSso}, case when ${isOfDisabled('t')} then 'inactive' else t.status end as status,
          case t.owner_kind
            when 'org' then (select o.name from orgs o where o.id = t.owner_id)
            when 'user' then (select u.email from users u
              where u.id = t.owner_id and u.email_verified_at is not null and u.status <> 'deleted')
          end as "ownerName", array(
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
    async markTokens(clientIds) {
      if (clientIds.length > 0) await database.execute(markTokens(clientIds));
    },
    ...createWrites(database),
    async search(scope, filters, plan) {
      const { archived, ...narrowing } = filters;
      const isCounted = isEmpty(narrowing);
      const page = buildPageQuery({
        ...clientList,
        where: conditionsOf(scope, filters),
        unfiltered: isCounted && !archived,
        ...(isCounted && { counter: totalOfClients(scope, archived) }),
        plan,
      });
      return readPageRows(await database.query<PageRow<ListedRow>>(page), plan, toClient);
    },
  };
}

/** The statement that marks clients as having been given a token, if `condition` is true. */
export function markTokens(clientIds: readonly string[], condition = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`update oauth_clients set had_token = true
    where id = ${anyOf([...new Set(clientIds)], 'text')} and not had_token and ${condition}`;
}

/** The condition that a client is of a person whose account is disabled. */
function isOfDisabled(alias: 'c' | 't'): Prisma.Sql {
  const client = Prisma.raw(alias);
  return Prisma.sql`(${client}.owner_kind = 'user' and exists (
    select from users o where o.id = ${client}.owner_id and o.status = 'disabled'))`;
}

/** The condition on a client `c` that nothing of it works. */
export const isClosed = Prisma.sql`(c.archived_at is not null or c.status <> 'active' or ${isOfDisabled('c')})`;

/** The writes of a client; each writes its log row in the same transaction. */
function createWrites({
  prisma,
}: Database): Pick<ClientStore, 'create' | 'update' | 'setArchived' | 'setVerified'> {
  return {
    create: (client, secret, { maker, row, mostOfOwner = 0 }) =>
      prisma.$transaction(async (transaction) => {
        // Locks the account: a change that voids its tokens is made either before, and is seen here, or after, and sees
        // the client.
        const standing = await transaction.$executeRaw`
          select from users where id = ${maker.id}::uuid and status = 'active'
            and tokens_valid_after is not distinct from ${at(maker.tokensValidAfter)} for share`;
        if (standing === 0) return false;
        if (client.ownerKind === 'org' && !(await staysManager(transaction, client.ownerId, maker.id)))
          return false;
        if (mostOfOwner > 0) await assertRoom(transaction, client, mostOfOwner);
        await assertNameFree(transaction, client, 'name');
        await insertClient(transaction, client, secret);
        await transaction.$executeRaw(writeLog([row]));
        return true;
      }),
    update: (changed, seen, row) =>
      prisma.$transaction(async (transaction) => {
        const { clientId, name, verified, status, tokenEndpointAuthMethod, updatedAt } = changed;
        if (name !== seen.name) await assertNameFree(transaction, changed, 'name');
        const { count } = await transaction.oAuthClient.updateMany({
          where: { clientId, archivedAt: null, updatedAt: seen.updatedAt },
          data: { name, verified, status, tokenEndpointAuthMethod, updatedAt, ...settledOf(changed) },
        });
        if (count === 1) await transaction.$executeRaw(writeLog([row]));
        return count === 1;
      }),
    setArchived: (clientId, isArchived, row) =>
      prisma.$transaction(async (transaction) => {
        if (!isArchived) await lockNames(transaction);
        const now = row.createdAt;
        const [changed] = await transaction.oAuthClient.updateManyAndReturn({
          where: { clientId, archivedAt: isArchived ? null : { not: null } },
          data: { archivedAt: isArchived ? now : null, updatedAt: now },
          omit: internalColumns,
        });
        if (changed === undefined) return undefined;
        const client = toClient(changed);
        if (!isArchived) await assertNameFree(transaction, client, 'client_id');
        await transaction.$executeRaw(writeLog([row]));
        return client;
      }),
    setVerified: (clientId, verified, row) =>
      prisma.$transaction(async (transaction) => {
        await lockNames(transaction);
        const [changed] = await transaction.oAuthClient.updateManyAndReturn({
          where: { clientId, archivedAt: null, verified: !verified },
          data: { verified, updatedAt: row.createdAt },
          omit: internalColumns,
        });
        if (changed === undefined) return undefined;
        const client = toClient(changed);
        if (verified) await assertNameFree(transaction, client, 'client_id');
        await transaction.$executeRaw(writeLog([row]));
        return client;
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
    data: { ...client, ...settledOf(client) },
    skipDuplicates: true,
  });
  if (made.count === 0 || secret === undefined) return made.count === 1;
  const { id, hash: secretHash } = secret;
  await transaction.clientSecret.create({ data: { id, clientId, secretHash, createdAt } });
  return true;
}

/** SQL: how many clients the owners have, as a trigger counts them. The conditions of `where` have an owner each. */
function totalOfClients(scope: OwnerScope, archived: boolean): string {
  const list = archived ? 'archived clients' : 'clients';
  const lists = scope.all
    ? [`'${list}'`]
    : scope.ownerIds.map((_id, nth) => `'${list} ' || $${nth + 1}::uuid`);
  return `select '-infinity'::timestamptz as since, rows from client_counts where list in (${lists.join(', ') || 'null'})`;
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
  if (filters.search !== undefined) parts.push(hasPart(['t.name', 't.id'], filters.search));
  return Prisma.join(parts, ' and ');
}
