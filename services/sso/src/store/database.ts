import type { PostgresPool } from '@latchkey/database';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../prisma/generated/client.ts';

export type Database = PrismaClient;

/** Prisma over a pool that the caller ends. */
export function createDatabase(pool: PostgresPool): Database {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}
