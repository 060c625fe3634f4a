import { isUuid } from '@latchkey/contracts';
import { escapeLikePattern, type Period } from '@latchkey/pagination';
import { inRow } from '../accounts/name.ts';
import type { OwnerScope } from '../clients/client.ts';
import type { PersonScope } from '../request-log/request-log.ts';
import { at, Prisma } from './database.ts';

/** Ownership, as one condition for each owner of `t`, together with what narrows it. */
export function ofOwners(scope: OwnerScope, narrowed: Prisma.Sql): Prisma.Sql[] {
  if (scope.all) return [narrowed];
  return scope.ownerIds.map((ownerId) => Prisma.sql`t.owner_id = ${ownerId}::uuid and ${narrowed}`);
}

/** Ownership of a row `t` that belongs to a person and, perhaps, to one of their orgs. */
export function ofPerson(scope: PersonScope): Prisma.Sql {
  if (scope.all) return Prisma.sql`true`;
  const isOwn = Prisma.sql`t.user_id = ${scope.userId}::uuid`;
  return scope.orgId === null ? isOwn : Prisma.sql`${isOwn} and t.org_id = ${scope.orgId}::uuid`;
}

/** The conditions of a period on created_at of `t`. */
export function createdWithin({ createdFromMs, createdToMs }: Period): Prisma.Sql[] {
  return [
    ...(createdFromMs === undefined ? [] : [Prisma.sql`t.created_at >= ${at(new Date(createdFromMs))}`]),
    ...(createdToMs === undefined ? [] : [Prisma.sql`t.created_at < ${at(new Date(createdToMs))}`]),
  ];
}

/** The id of the org that an id or a slug names; no slug has the form of an id. Null where there is none. */
export function orgIdOf(org: string): Prisma.Sql {
  return isUuid(org) ? Prisma.sql`${org}::uuid` : Prisma.sql`(select o.id from orgs o where o.slug = ${org})`;
}

export function isEmpty(filters: object): boolean {
  return Object.values(filters).every((value) => value === undefined);
}

/** The condition that the email or the name of a user has a literal part in it, in any case. */
export function userHasPart(alias: 't' | 'p', part: string): Prisma.Sql {
  return hasPart([`${alias}.email`, `${alias}.name`], part);
}

/**
 * The condition that one of the columns has a literal part in it, in any case. An index of trigrams finds three signs in
 * a row. Two signs, which are a whole word in Chinese, Japanese and Korean, it finds where a word begins or ends: the
 * index keeps words with blanks around them.
 */
export function hasPart(columns: readonly string[], part: string): Prisma.Sql {
  const literal = escapeLikePattern(part);
  const isShortWord = twoInRow.test(part) && !threeInRow.test(part);
  const patterns = isShortWord
    ? [`${literal}%`, `% ${literal}%`, `%${literal}`, `%${literal} %`]
    : [`%${literal}%`];
  const conditions = columns.flatMap((column) =>
    patterns.map((pattern) => Prisma.sql`${Prisma.raw(column)} ilike ${pattern}`),
  );
  return Prisma.sql`(${Prisma.join(conditions, ' or ')})`;
}

const [threeInRow, twoInRow] = [new RegExp(inRow.three, 'u'), new RegExp(inRow.two, 'u')];
