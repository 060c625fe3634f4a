import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';

const lockFile = 'migration_lock.toml';
const scriptFile = 'migration.sql';

function readScript(folder: string, name: string): MigrationList['migrationDirectories'][number] {
  const path = join(folder, name, scriptFile);
  return {
    path: name,
    migrationFile: {
      path: scriptFile,
      content: existsSync(path)
        ? { tag: 'ok', value: readFileSync(path, 'utf8') }
        : { tag: 'error', value: `${path} is missing` },
    },
  };
}

/** A `prisma/migrations` folder in the order it is applied; a folder that does not exist holds no migration. */
export function readMigrations(migrationsDir: string): MigrationList {
  const baseDir = resolve(migrationsDir);
  const names = existsSync(baseDir)
    ? readdirSync(baseDir, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort()
    : [];
  const lockPath = join(baseDir, lockFile);
  return {
    baseDir,
    lockfile: { path: lockFile, content: existsSync(lockPath) ? readFileSync(lockPath, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => readScript(baseDir, name)),
  };
}

/** A short digest that changes whenever a migration is added, renamed or edited. */
export function fingerprintMigrations(migrationsDir: string): string {
  const migrations = readMigrations(migrationsDir).migrationDirectories;
  return createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
}

/** Writes one migration and, beside the first, Prisma's provider lock. Returns the path of the script. */
export function writeMigration(migrationsDir: string, name: string, script: string): string {
  const folder = join(migrationsDir, name);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, scriptFile);
  writeFileSync(path, script, { flag: 'wx' });
  const lockPath = join(migrationsDir, lockFile);
  if (!existsSync(lockPath)) writeFileSync(lockPath, 'provider = "postgresql"\n');
  return path;
}
