import { fieldsBut, selectList } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { CredentialModel } from '../../../prisma/generated/models.ts';
import { noteIntervalSeconds, type OwnerScope } from '../../clients/client.ts';
import {
  statusOf,
  type CredentialFilters,
  type CredentialStore,
  type ListedCredential,
} from '../../clients/credential.ts';
import { tombstoneSeconds } from '../../sessions/session.ts';
import { at, Prisma, type Database } from '../database.ts';
import { logChange } from '../request-log/log-change.ts';
import { createdWithin, isEmpty, ofOwners } from '../search-conditions.ts';
import { markTokens } from './client-store.ts';

export type CredentialRow = Omit<CredentialModel, 'ownerId'>;

export const credentialList = {
  table: 'credentials',
  columns: selectList(fieldsBut(Prisma.CredentialScalarFieldEnum, 'ownerId')),
  idType: 'uuid',
} as const;

export function createCredentialStore({ prisma, query, execute }: Database): CredentialStore {
  return {
    async add({ id, clientId, scopes, audiences, fingerprint, jkt, createdAt, expiresAt }, row) {
      await execute(Prisma.sql`
        with changed as (
          insert into credentials (id, client_id, owner_id, scopes, audiences, fingerprint, jkt, created_at, expires_at)
          select ${id}::uuid, c.id, c.owner_id, ${[...scopes]}::text[], ${[...audiences]}::text[], ${fingerprint},
            ${jkt}, ${at(createdAt)}, ${at(expiresAt)}
          from oauth_clients c where c.id = ${clientId} returning id
        ), marked as (${markTokens([clientId])}), ${logChange(row)}`);
    },
    async findLive(id, now) {
      const where = { id, revokedAt: null, expiresAt: { gt: now } };
      const omit = { lastUsedAt: true, revokedAt: true, ownerId: true } as const;
      return (await prisma.credential.findUnique({ where, omit })) ?? undefined;
    },
    async noteUsed(id, now) {
      await prisma.$executeRaw`
        update credentials set last_used_at = ${at(now)}
        where id = ${id}::uuid and (last_used_at is null
          or last_used_at < ${at(now)} - make_interval(secs => ${noteIntervalSeconds}::float8))`;
    },
    async revoke(id, clientId, row) {
      const changed = await execute(Prisma.sql`
        with changed as (
          update credentials set revoked_at = ${at(row.createdAt)}
          where id = ${id}::uuid and client_id = ${clientId} and revoked_at is null returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
    async search(scope, filters, { plan, now }) {
      const where = conditionsOf(scope, filters, now);
      const unfiltered = isEmpty(filters);
      const page = buildPageQuery({ ...credentialList, where, unfiltered, plan });
      return readPageRows(await query<PageRow<CredentialRow>>(page), plan, (row) =>
        toListedCredential(row, now),
      );
    },
  };
}

export function toListedCredential({ revokedAt, ...row }: CredentialRow, now: Date): ListedCredential {
  return { ...row, status: statusOf({ ...row, revokedAt }, now) };
}

/**
 * Ownership first, and a condition for each owner. A client has one owner: for a search by client, the owner is checked
 * once, and the rows are found with the index of clients only.
 */
function conditionsOf(scope: OwnerScope, filters: CredentialFilters, now: Date): Prisma.Sql[] {
  const narrowed = narrowBy(filters, now);
  const { clientId } = filters;
  if (clientId !== undefined) {
    const isOwned = scope.all
      ? Prisma.sql`true`
      : Prisma.sql`(select c.owner_id = any(${[...scope.ownerIds]}::uuid[]) from oauth_clients c where c.id = ${clientId})`;
    return [Prisma.sql`t.client_id = ${clientId} and ${isOwned} and ${narrowed}`];
  }
  return ofOwners(scope, narrowed);
}

function narrowBy({ status, scope, ...period }: CredentialFilters, now: Date): Prisma.Sql {
  const parts = [Prisma.sql`true`, ...createdWithin(period)];
  if (status !== undefined) parts.push(hasStatus(status, now));
  if (scope !== undefined) parts.push(Prisma.sql`t.scopes @> ${[scope]}::text[]`);
  return Prisma.join(parts, ' and ');
}

function hasStatus(status: ListedCredential['status'], now: Date): Prisma.Sql {
  if (status === 'revoked') return Prisma.sql`t.revoked_at is not null`;
  if (status === 'expired') return Prisma.sql`t.revoked_at is null and t.expires_at <= ${at(now)}`;
  // No token lives that long: all that are active are among the newest rows of the index.
  const oldest = new Date(now.getTime() - tombstoneSeconds * 1000);
  return Prisma.sql`t.revoked_at is null and t.expires_at > ${at(now)} and t.created_at > ${at(oldest)}`;
}
