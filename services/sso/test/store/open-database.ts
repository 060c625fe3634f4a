import { createPostgresPool, type PostgresPool } from '@latchkey/database';
import { createDatabase, type Database } from '../../src/store/database.ts';

/** One database: its address, a pool on it, and Prisma over that pool. */
export interface OpenDatabase {
  readonly url: string;
  readonly pool: PostgresPool;
  readonly database: Database;
  close(): Promise<void>;
}

/** A pool and Prisma on an address, which may lead nowhere. */
export function openDatabase(url: string): OpenDatabase {
  const pool = createPostgresPool(url, { size: 10, name: 'sso-test' });
  const database = createDatabase(pool);
  const close = async () => {
    await database.$disconnect();
    await pool.end();
  };
  return { url, pool, database, close };
}
