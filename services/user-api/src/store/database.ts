import { postgresPool } from '@latchkey/connections';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '../../prisma/generated/client.ts';

export { Prisma };
export type Database = PrismaClient;
/** What runs statements, be it within a transaction or not. */
export type Transaction = Pick<PrismaClient, '$queryRaw' | '$executeRaw'>;

export function openDatabase(url: string): Database {
  return new PrismaClient({ adapter: new PrismaPg(postgresPool(url, { size: 10, name: 'user-api' })) });
}

/** A parameter for a timestamptz column. */
export function at(time: Date): Prisma.Sql {
  return Prisma.sql`${time.toISOString()}::timestamptz`;
}
