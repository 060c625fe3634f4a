import { fieldsBut, selectList } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { Api, ApiFilters, ApiScope, ApiStore } from '../../clients/api.ts';
import { Prisma, type Database } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { isEmpty } from '../search-conditions.ts';

const columns = selectList(fieldsBut(Prisma.ApiScalarFieldEnum));

export function createApiStore(database: Database): ApiStore {
  const { prisma } = database;
  return {
    async find(id) {
      const row = await prisma.api.findUnique({ where: { id } });
      return row === null ? undefined : toApi(row);
    },
    async findByAudience(audiences) {
      const where = { audience: { in: [...audiences] }, archivedAt: null };
      return (await prisma.api.findMany({ where })).map(toApi);
    },
    create: (api, row) =>
      prisma.$transaction(async (transaction) => {
        const data = { ...api, scopes: toJson(api.scopes) };
        const { count } = await transaction.api.createMany({ data, skipDuplicates: true });
        if (count === 1) await transaction.$executeRaw(writeLog([row]));
        return count === 1;
      }),
    update: ({ id, name, clientId, scopes, updatedAt }, seenAt, row) =>
      prisma.$transaction(async (transaction) => {
        const { count } = await transaction.api.updateMany({
          where: { id, archivedAt: null, updatedAt: seenAt },
          data: { name, clientId, scopes: toJson(scopes), updatedAt },
        });
        if (count === 1) await transaction.$executeRaw(writeLog([row]));
        return count === 1;
      }),
    archive: (id, row) =>
      prisma.$transaction(async (transaction) => {
        const [changed] = await transaction.api.updateManyAndReturn({
          where: { id, archivedAt: null },
          data: { archivedAt: row.createdAt, updatedAt: row.createdAt },
        });
        if (changed === undefined) return undefined;
        await transaction.$executeRaw(writeLog([row]));
        return toApi(changed);
      }),
    async search(filters, plan) {
      const page = buildPageQuery({
        table: 'apis',
        columns,
        idType: 'uuid',
        where: conditionOf(filters),
        unfiltered: isEmpty({ ...filters, archived: filters.archived || undefined }),
        plan,
      });
      return readPageRows(await database.query<PageRow<StoredApi>>(page), plan, toApi);
    },
  };
}

type StoredApi = Omit<Api, 'scopes'> & { readonly scopes: unknown };

function conditionOf({ archived, audience }: ApiFilters): Prisma.Sql {
  const kept = archived ? Prisma.sql`t.archived_at is not null` : Prisma.sql`t.archived_at is null`;
  return audience === undefined ? kept : Prisma.sql`${kept} and t.audience = ${audience}`;
}

function toJson(scopes: readonly ApiScope[]) {
  return scopes.map(({ name, words }) => ({ name, words: { ...words } }));
}

/** Only the API, without the other fields of a page's row. */
function toApi({ id, audience, name, clientId, scopes, archivedAt, createdAt, updatedAt }: StoredApi): Api {
  // The column holds what toJson makes.
  const written = scopes as readonly ApiScope[];
  return { id, audience, name, clientId, scopes: written, archivedAt, createdAt, updatedAt };
}
