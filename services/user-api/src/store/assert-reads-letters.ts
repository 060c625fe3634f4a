import { Prisma, type Database } from './database.ts';

/** Rejects under a ctype such as C, by which pg_trgm finds only parts of a text that are ASCII. */
export async function assertReadsLetters({ query }: Pick<Database, 'query'>): Promise<void> {
  // pg_trgm itself may be in a schema that this role does not look in.
  const [found] = await query<{ reads: boolean }>(
    Prisma.sql`select datctype not in ('C', 'POSIX') as reads from pg_database where datname = current_database()`,
  );
  if (found?.reads !== true) throw new Error('the ctype of the database knows ASCII letters only');
}
