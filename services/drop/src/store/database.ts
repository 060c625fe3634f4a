import { createPostgresPool, type PostgresPool } from '@latchkey/database';

/** The database of drop. All statements are SQL, so that no replica loads Prisma's engine: it takes 30 MB. */
export interface Database {
  readonly pool: PostgresPool;
  close(): Promise<void>;
}

export function createDatabase(url: string, poolSize: number): Database {
  const pool = createPostgresPool(url, { size: poolSize, name: 'drop' });
  return { pool, close: () => pool.end() };
}
