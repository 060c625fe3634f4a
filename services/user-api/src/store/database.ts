import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '../../prisma/generated/client.ts';

export { Prisma };
export type Database = PrismaClient;

/** Requests must fail, not hang, while the database is gone. */
const connectLimitMs = 2_000;
const statementLimitMs = 5_000;
const mostConnections = 10;

/** A pool that connects when asked and again whenever the database is back. */
export function openDatabase(url: string): Database {
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      max: mostConnections,
      connectionTimeoutMillis: connectLimitMs,
      query_timeout: statementLimitMs,
      keepAlive: true,
      // Prisma sends and reads times without a zone, as UTC.
      options: `-c timezone=UTC -c statement_timeout=${statementLimitMs}`,
    }),
  });
}

/** A parameter for a timestamptz column. */
export function at(time: Date): Prisma.Sql {
  return Prisma.sql`${time.toISOString()}::timestamptz`;
}
