import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintMigrations, readMigrations, writeMigration } from './migration-files.ts';

describe('migration files', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('a folder that does not exist holds no migration', () => {
    expect(readMigrations(join(folder, 'none')).migrationDirectories).toEqual([]);
  });

  test('a migration without its script is reported to the engine, not skipped', () => {
    mkdirSync(join(folder, '20260101000000_empty'));
    expect(readMigrations(folder).migrationDirectories).toEqual([
      {
        path: '20260101000000_empty',
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'error', value: `${folder}/20260101000000_empty/migration.sql is missing` },
        },
      },
    ]);
  });

  test('migrations are read in the order of their names, the provider lock beside them', () => {
    writeMigration(folder, '20260202000000_second', 'SELECT 2;');
    writeMigration(folder, '20260101000000_first', 'SELECT 1;');
    const list = readMigrations(folder);
    expect(list.migrationDirectories.map((entry) => entry.path)).toEqual([
      '20260101000000_first',
      '20260202000000_second',
    ]);
    expect(list.lockfile).toEqual({
      path: 'migration_lock.toml',
      content: 'provider = "postgresql"\n',
    });
  });

  test('a migration is never overwritten', () => {
    const path = writeMigration(folder, '20260101000000_first', 'SELECT 1;');
    expect(() => writeMigration(folder, '20260101000000_first', 'SELECT 2;')).toThrow('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('SELECT 1;');
  });

  test('the fingerprint follows content and names', () => {
    const path = writeMigration(folder, '20260101000000_first', 'SELECT 1;');
    const first = fingerprintMigrations(folder);
    expect(fingerprintMigrations(folder)).toBe(first);
    writeFileSync(path, 'SELECT 2;');
    const edited = fingerprintMigrations(folder);
    writeMigration(folder, '20260202000000_second', 'SELECT 2;');
    expect(new Set([first, edited, fingerprintMigrations(folder)]).size).toBe(3);
  });
});
