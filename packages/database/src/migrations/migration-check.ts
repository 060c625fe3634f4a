import { listMigrationNames } from './migration-files.ts';

interface MigrationCheckOptions {
  /** The folder `prisma/migrations` that the running code ships. */
  readonly migrationsDir: string;
  /** Sends a statement to the service's database. */
  readonly query: (sql: string) => Promise<readonly unknown[]>;
}

const findApplied = `select migration_name as name from _prisma_migrations
  where finished_at is not null and rolled_back_at is null`;

/**
 * A readiness check: resolves once the database has every migration that the code ships, and rejects with a sentence until
 * then. Migrations that a newer version has applied do not matter. After the first success the database is not asked
 * again. Source: contract part 0 "Every service".
 */
export function createMigrationCheck({ migrationsDir, query }: MigrationCheckOptions): () => Promise<void> {
  const shipped = listMigrationNames(migrationsDir);
  let areApplied = false;
  return async () => {
    if (areApplied) return;
    const rows = (await query(findApplied)) as readonly { name: string }[];
    const applied = new Set(rows.map(({ name }) => name));
    const missing = shipped.filter((name) => !applied.has(name));
    if (missing.length > 0) throw new Error(`these migrations are not applied: ${missing.join(', ')}`);
    areApplied = true;
  };
}
