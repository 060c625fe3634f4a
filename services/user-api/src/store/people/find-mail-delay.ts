import { at, Prisma, type Database } from '../database.ts';

/** Seconds for which the mail that is due for longest has been due; 0 without one. */
export async function findMailDelay({ query }: Pick<Database, 'query'>, now: Date): Promise<number> {
  const [oldest] = await query<{ dueAt: Date }>(Prisma.sql`
    select due_at as "dueAt" from mails where status = 'waiting' and due_at <= ${at(now)} order by due_at limit 1`);
  return oldest === undefined ? 0 : (now.getTime() - oldest.dueAt.getTime()) / 1000;
}
