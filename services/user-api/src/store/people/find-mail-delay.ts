import { at, Prisma, type Database } from '../database.ts';

/** Seconds for which the mail that is due for longest has been due; 0 without one. */
export async function findMailDelay(database: Pick<Database, 'query'>, now: Date): Promise<number> {
  return findDelay(database, now, Prisma.sql`mails m where subscription_id is null`);
}

/** The same of the signals that are sent at the moment. */
export async function findSignalDelay(database: Pick<Database, 'query'>, now: Date): Promise<number> {
  return findDelay(
    database,
    now,
    Prisma.sql`subscriptions s join mails m on m.subscription_id = s.id where s.status = 'on'`,
  );
}

async function findDelay({ query }: Pick<Database, 'query'>, now: Date, rows: Prisma.Sql): Promise<number> {
  const [oldest] = await query<{ dueAt: Date }>(Prisma.sql`
    select m.due_at as "dueAt" from ${rows} and m.status = 'waiting' and m.due_at <= ${at(now)}
    order by m.due_at limit 1`);
  return oldest === undefined ? 0 : (now.getTime() - oldest.dueAt.getTime()) / 1000;
}
