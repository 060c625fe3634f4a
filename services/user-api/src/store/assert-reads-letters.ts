import { Prisma, type Database } from './database.ts';

/** Rejects under a ctype such as C, where a search finds only parts of a text that are ASCII. */
export async function assertReadsLetters({ query }: Pick<Database, 'query'>): Promise<void> {
  const [found] = await query<{ reads: boolean }>(Prisma.sql`select show_trgm('日本語') <> '{}' as reads`);
  if (found?.reads !== true) throw new Error('the ctype of the database knows ASCII letters only');
}
