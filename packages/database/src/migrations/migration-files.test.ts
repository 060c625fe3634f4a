import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMigration } from '../../test/write-migration.ts';
import { fingerprintMigrations, readMigrations } from './migration-files.ts';

describe('migration files', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('a folder that does not exist holds no migration', () => {
    expect(readMigrations(join(folder, 'none'))).toEqual([]);
  });

  test('a migration without its script is reported, not skipped', () => {
    mkdirSync(join(folder, '20260101000000_empty'));
    expect(() => readMigrations(folder)).toThrow(`${folder}/20260101000000_empty/migration.sql is missing.`);
  });

  test('migrations are read in the order of their names, without the files beside them', () => {
    writeMigration(folder, '20260202000000_second', 'SELECT 2;');
    writeMigration(folder, '20260101000000_first', 'SELECT 1;');
    writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
    expect(readMigrations(folder).map(({ name, script }) => [name, script])).toEqual([
      ['20260101000000_first', 'SELECT 1;'],
      ['20260202000000_second', 'SELECT 2;'],
    ]);
  });

  test.each([
    ['SELECT 1;', true],
    ['SELECT 1; -- latchkey: no transaction', true],
    ['-- latchkey: no transaction\nSELECT 1;', false],
    ['-- latchkey: no transaction\r\nSELECT 1;', false],
  ])('only a first line that says so leaves the transaction away: %j', (script, isTransactional) => {
    writeMigration(folder, '20260101000000_first', script);
    expect(readMigrations(folder)[0]?.isTransactional).toBe(isTransactional);
  });

  test('line ends make no other migration, as with Prisma', () => {
    const path = writeMigration(folder, '20260101000000_first', 'SELECT 1;\nSELECT 2;\n');
    const unix = readMigrations(folder)[0]?.checksums ?? [];
    writeFileSync(path, 'SELECT 1;\r\nSELECT 2;\r\n');
    const windows = readMigrations(folder)[0]?.checksums ?? [];
    expect(windows[0]).not.toBe(unix[0]);
    expect(windows).toContain(unix[0]);
    expect(unix).toContain(windows[0]);
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
