import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../prisma/generated/client.ts';

/** A database that does not answer by then is gone, and the caller is told so. */
const connectLimitMs = 2_000;
const queryLimitMs = 5_000;
/** Shorter, so that Postgres gives up, and undoes, what nobody waits for any more. */
const statementLimitMs = 4_000;

/** A pool that connects when first used, and again by itself after Postgres was away. */
export function openDatabase(url: string, poolSize: number): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: queryLimitMs,
    statement_timeout: statementLimitMs,
    keepAlive: true,
    application_name: 'latchkey-drop',
  });
  return new PrismaClient({ adapter });
}
