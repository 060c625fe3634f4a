import { isUuid } from '@latchkey/contracts';
import { escapeLikePattern, type Period } from '@latchkey/pagination';
import type { OwnerScope } from '../client/client.ts';
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

/** Whether a search has no filter. */
export function isEmpty(filters: object): boolean {
  return Object.values(filters).every((value) => value === undefined);
}

/** The condition that the email or the name of a user has a literal part in it, in any case. */
export function userHasPart(alias: 't' | 'p', part: string): Prisma.Sql {
  const [pattern, user] = [partPattern(part), Prisma.raw(alias)];
  return Prisma.sql`(${user}.email ilike ${pattern} or ${user}.name ilike ${pattern})`;
}

/** The pattern of ILIKE for a literal part of a text. */
export function partPattern(search: string): string {
  return `%${escapeLikePattern(search)}%`;
}
