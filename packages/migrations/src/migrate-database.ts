import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import { ensureDatabase, withAdvisoryLock } from './database.ts';
import { readMigrations } from './migration-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

const lockName = 'latchkey-migrate';
const filters = { externalTables: [], externalEnums: [] };

/** The engine appends its own call trace to its sentence. */
function readSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/\n +0: [^]*$/, '')
    .replace(/^external connector error\s+/, '')
    .trim();
}

/** The engine's error says what PostgreSQL said, but not which script it said it of. */
async function nameFailedMigration(
  engine: SchemaEngine,
  migrationsList: MigrationList,
  error: unknown,
): Promise<Error> {
  const input = { migrationsList, optInToShadowDatabase: false, filters };
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory(input);
  const [name] = failedMigrationNames;
  if (name === undefined) return new Error(readSentence(error), { cause: error });
  const remedy = `Nothing of it was kept; to try it again, run "latchkey-migrate rolled-back ${name}" first.`;
  return new Error(`migration ${name} failed. ${remedy} ${readSentence(error)}`, { cause: error });
}

/**
 * Brings the database up to the last migration of the folder, creating the database when the server lacks it.
 * Keeps Prisma's `_prisma_migrations` table, so `prisma migrate deploy` and this may be mixed. Two callers at once
 * take turns. Returns the names applied now, oldest first. Throws when a script fails (nothing of that script
 * stays), and again until that failure is marked. Source: contract part 4 "Prisma without downloads".
 */
export async function migrateDatabase(databaseUrl: string, migrationsDir: string): Promise<string[]> {
  const migrationsList = readMigrations(migrationsDir);
  await ensureDatabase(databaseUrl);
  return withAdvisoryLock(databaseUrl, lockName, () =>
    withSchemaEngine(databaseUrl, async (engine) => {
      try {
        return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames;
      } catch (error) {
        throw await nameFailedMigration(engine, migrationsList, error);
      }
    }),
  );
}

/** Lets a migration that failed be tried again. Throws when it is not recorded as failed. */
export async function markRolledBack(databaseUrl: string, migrationName: string): Promise<void> {
  await withAdvisoryLock(databaseUrl, lockName, () =>
    withSchemaEngine(databaseUrl, (engine) => engine.markMigrationRolledBack({ migrationName })),
  );
}
