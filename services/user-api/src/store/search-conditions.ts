import { escapeLikePattern } from '@latchkey/pagination';
import { at, Prisma } from './database.ts';

/** The conditions of a period on created_at of `t`; its end is exclusive. */
export function createdWithin({
  createdFromMs,
  createdToMs,
}: {
  readonly createdFromMs?: number | undefined;
  readonly createdToMs?: number | undefined;
}): Prisma.Sql[] {
  return [
    ...(createdFromMs === undefined ? [] : [Prisma.sql`t.created_at >= ${at(new Date(createdFromMs))}`]),
    ...(createdToMs === undefined ? [] : [Prisma.sql`t.created_at < ${at(new Date(createdToMs))}`]),
  ];
}

/** The pattern of ILIKE for a literal part of a text. */
export function partPattern(search: string): string {
  return `%${escapeLikePattern(search)}%`;
}
