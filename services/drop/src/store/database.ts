import { createPostgresPool, type PostgresPool } from '@latchkey/database';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../prisma/generated/client.ts';

/** The database of drop. `pool` and `prisma` share their connections; hot paths send SQL through `pool`. */
export interface Database {
  readonly pool: PostgresPool;
  readonly prisma: PrismaClient;
  close(): Promise<void>;
}

export function createDatabase(url: string, poolSize: number): Database {
  const pool = createPostgresPool(url, { size: poolSize, name: 'drop' });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    pool,
    prisma,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
