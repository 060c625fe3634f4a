import type { ImportStore, NewPerson } from '../../people/moving-in/import-people.ts';
import { retire } from '../accounts/retire-account.ts';
import { anyOf, insertRows, Prisma, type Database, type Transaction } from '../database.ts';

/** Accounts as they come from another product. */
export function createPeopleImport({ prisma, query }: Database): ImportStore {
  return {
    async findOrgs(slugs) {
      const found = await query<{ slug: string; id: string }>(Prisma.sql`
        select slug, id from orgs where slug = ${anyOf(slugs, 'text')} and status = 'active'`);
      return new Map(found.map(({ slug, id }) => [slug, id]));
    },
    async findTaken(emails) {
      const found = await query<{ email: string; id: string }>(Prisma.sql`
        select email, id from users where email = ${anyOf(emails, 'text')} and not (${isFree})`);
      return new Map(found.map(({ email, id }) => [email, id]));
    },
    add: (people, now) =>
      prisma.$transaction(async (transaction) => {
        if (people.length === 0) return new Set<string>();
        for (const email of await findFree(transaction, people))
          await retire(transaction, Prisma.sql`email = ${email} and ${isFree}`, now);
        const added = await transaction.$queryRaw<{ id: string }[]>(insertPeople(people));
        return new Set(added.map(({ id }) => id));
      }),
  };
}

/** As retireUnverified retires them, but for who was imported: the same file again makes nothing twice. */
const isFree = Prisma.sql`email_verified_at is null and imported_at is null and kind = 'user'
  and status in ('active', 'disabled')`;

async function findFree(transaction: Transaction, people: readonly NewPerson[]): Promise<string[]> {
  const emails = people.map(({ account }) => account.email);
  const found = await transaction.$queryRaw<{ email: string }[]>`
    select email from users where email = ${anyOf(emails, 'text')} and ${isFree} order by id`;
  return found.map(({ email }) => email);
}

/** Returns the ids of the accounts that were new. */
function insertPeople(people: readonly NewPerson[]): Prisma.Sql {
  const accounts = people.map(({ account, createdAt, row }) => ({
    ...account,
    importedAt: row.createdAt,
    createdAt,
    updatedAt: row.createdAt,
  }));
  const members = people.flatMap(({ account: { id: userId }, membership, row: { createdAt } }) =>
    membership === undefined ? [] : [{ ...membership, userId, status: 'active', createdAt }],
  );
  const isAdded = Prisma.sql`where made.user_id in (select id from added)`;
  return Prisma.sql`
    with added as (${insertRows('users', accounts)} on conflict (email) do nothing returning id),
    joined as (${insertRows('members', members)} ${isAdded}),
    logged as (${insertRows(
      'request_log',
      people.map(({ row }) => row),
    )} ${isAdded}) select id from added`;
}
