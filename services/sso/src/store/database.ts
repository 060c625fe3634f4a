import type { PostgresPool } from '@latchkey/connections';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '../../prisma/generated/client.ts';

export type Database = PrismaClient;

/** Prisma over a pool that the caller ends. */
export function createDatabase(pool: PostgresPool): Database {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}

/** Runs a statement of a hot path on the pool itself, without Prisma's engine; `Row` is what it returns. */
export async function queryRows<Row extends object>(
  pool: PostgresPool,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  return (await pool.query<Row>({ text, values: [...values] })).rows;
}

/** The same for a statement that returns no rows: how many it wrote. */
export async function executeSql(pool: PostgresPool, { text, values }: Prisma.Sql): Promise<number> {
  return (await pool.query({ text, values: [...values] })).rowCount ?? 0;
}
