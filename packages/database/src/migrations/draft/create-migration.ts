import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { withDatabaseName } from '../database.ts';
import { readMigrations, writeMigration } from '../migration-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

/** The engine's own exit codes of a diff: 0 nothing to do, 2 a script was written. */
const scriptWritten = 2;

function formatTimestamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
}

/** The folder in the form of the engine's own interface. */
export function toMigrationList(migrationsDir: string): MigrationList {
  return {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations(migrationsDir).map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}

/**
 * Writes the migration that leads from the folder's last one to the schema, under `<timestamp>_<name>/`. Replays the
 * earlier ones in a throw-away database on the server of `databaseUrl`; the database named there is left alone and
 * need not exist. Returns the path of the script, or undefined when nothing changed.
 */
export async function createMigration(options: {
  databaseUrl: string;
  migrationsDir: string;
  schemaPath: string;
  name: string;
  nowMs: number;
}): Promise<string | undefined> {
  const { databaseUrl, migrationsDir, schemaPath, name, nowMs } = options;
  const previous = toMigrationList(migrationsDir);
  const schema = { path: basename(schemaPath), content: readFileSync(schemaPath, 'utf8') };
  const diff = await withSchemaEngine(withDatabaseName(databaseUrl, 'postgres'), (engine) =>
    engine.diff({
      from:
        previous.migrationDirectories.length === 0 ? { tag: 'empty' } : { tag: 'migrations', ...previous },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  if (diff.exitCode !== scriptWritten || diff.stdout === null) return undefined;
  return writeMigration(migrationsDir, `${formatTimestamp(nowMs)}_${name}`, diff.stdout);
}
