import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const scriptFile = 'migration.sql';
/** The first line of a script whose one statement PostgreSQL refuses in a transaction, as CREATE INDEX CONCURRENTLY. */
const outsideTransaction = '-- latchkey: no transaction';

export interface Migration {
  name: string;
  script: string;
  /** SHA-256 of the script as Prisma takes it: of the file itself, and of the same lines with other line ends. */
  checksums: [string, ...string[]];
  isTransactional: boolean;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

function readMigration(migrationsDir: string, name: string): Migration {
  const path = join(migrationsDir, name, scriptFile);
  if (!existsSync(path)) throw new Error(`${path} is missing.`);
  const script = readFileSync(path, 'utf8');
  const unix = script.replaceAll('\r\n', '\n');
  return {
    name,
    script,
    checksums: [hash(script), hash(unix), hash(unix.replaceAll('\n', '\r\n'))],
    isTransactional: unix.split('\n', 1)[0]?.trim() !== outsideTransaction,
  };
}

/**
 * A `prisma/migrations` folder in the order it is applied; a folder that does not exist holds no migration. Throws a
 * sentence when a migration has no script.
 */
export function readMigrations(migrationsDir: string): Migration[] {
  return listMigrationNames(migrationsDir).map((name) => readMigration(migrationsDir, name));
}

/** The names of a `prisma/migrations` folder in the order they are applied. */
export function listMigrationNames(migrationsDir: string): string[] {
  if (!existsSync(migrationsDir)) return [];
  const entries = readdirSync(migrationsDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => name).sort();
}

/** A short digest that changes whenever a migration is added, renamed or edited. */
export function fingerprintMigrations(migrationsDir: string): string {
  const migrations = readMigrations(migrationsDir).map(({ name, script }) => [name, script]);
  return hash(JSON.stringify(migrations)).slice(0, 16);
}
