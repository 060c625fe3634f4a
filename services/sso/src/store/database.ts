import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../prisma/generated/client.ts';

const limitMs = 2_000;

export type Database = PrismaClient;

/** A pool that gives up on a lost server within 2 s and finds it again by itself. */
export function createDatabase(url: string): Database {
  const adapter = new PrismaPg({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    statement_timeout: limitMs,
    keepAlive: true,
  });
  return new PrismaClient({ adapter });
}
