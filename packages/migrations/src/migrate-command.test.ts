import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withClient, withDatabaseName } from './database.ts';

const fixture = fileURLToPath(new URL('../test/notes', import.meta.url));
const command = fileURLToPath(new URL('../bin/latchkey-migrate.ts', import.meta.url));
const serverUrl = process.env['TEST_POSTGRES_URL'] ?? '';

interface Outcome {
  code: number;
  output: string;
}

describe('latchkey-migrate', () => {
  let folder: string;
  let databaseUrl: string;
  let database: string;

  const migrate = (args: string[] = [], url: string | undefined = databaseUrl): Promise<Outcome> =>
    new Promise((resolve) => {
      const { DATABASE_URL: _, ...env } = process.env;
      const options = { cwd: folder, env: url === undefined ? env : { ...env, DATABASE_URL: url } };
      const nodeArgs = ['--disable-warning=ExperimentalWarning', command, ...args];
      const child = execFile(process.execPath, nodeArgs, options, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
      );
    });

  const query = async (sql: string): Promise<unknown[]> =>
    withClient(databaseUrl, async (client) => (await client.query(sql)).rows);

  beforeAll(() => {
    if (serverUrl === '') throw new Error('TEST_POSTGRES_URL is not set: run the tests with "npm test".');
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'));
    cpSync(fixture, folder, { recursive: true });
    database = `migrate_${randomUUID()}`;
    databaseUrl = withDatabaseName(serverUrl, database);
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await withClient(serverUrl, (client) =>
      client.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`),
    );
  });

  test('without an address, or with one that is none, it says so and exits 1', async () => {
    expect(await migrate([], '')).toEqual({
      code: 1,
      output: 'latchkey-migrate: DATABASE_URL is not set.\n',
    });
    expect(await migrate([], 'elsewhere')).toEqual({
      code: 1,
      output: 'latchkey-migrate: DATABASE_URL must look like postgresql://user:password@host:5432/database\n',
    });
  });

  test('with no server at the address it says so and exits 1', async () => {
    expect(await migrate([], 'postgresql://postgres@127.0.0.1:1/notes')).toEqual({
      code: 1,
      output: 'latchkey-migrate: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });

  test('in a folder without migrations it says so and creates nothing', async () => {
    rmSync(join(folder, 'prisma/migrations'), { recursive: true });
    expect(await migrate()).toEqual({
      code: 1,
      output: `latchkey-migrate: ${join(folder, 'prisma/migrations')} does not exist.\n`,
    });
    await expect(query('SELECT 1')).rejects.toThrow('does not exist');
  });

  test('it creates the database and applies function bodies and quoted semicolons whole', async () => {
    expect(await migrate()).toEqual({
      code: 0,
      output: `Database ${database}: applied 20260101000000_create_note, 20260102000000_count_notes.\n`,
    });
    await query(`INSERT INTO note VALUES (gen_random_uuid(), 'text', now())`);
    expect(await query('TABLE note_count')).toEqual([{ total: '1', label: 'a;b' }]);
    expect(await query('SELECT migration_name, logs FROM _prisma_migrations ORDER BY 1')).toEqual([
      { migration_name: '20260101000000_create_note', logs: null },
      { migration_name: '20260102000000_count_notes', logs: null },
    ]);
    expect(await migrate()).toEqual({ code: 0, output: `Database ${database} is up to date.\n` });
  });

  test('of six jobs at once on a missing database one applies and all succeed', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => migrate()));
    expect(outcomes.map((outcome) => outcome.code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(outcomes.filter((outcome) => outcome.output.includes('applied'))).toHaveLength(1);
    expect(await query('SELECT count(*)::int AS n FROM _prisma_migrations')).toEqual([{ n: 2 }]);
  });

  test('a failing migration keeps nothing, blocks the next run, and can be tried again once marked', async () => {
    const name = '20260103000000_broken';
    const script = join(folder, 'prisma/migrations', name, 'migration.sql');
    mkdirSync(join(folder, 'prisma/migrations', name));
    writeFileSync(script, 'CREATE TABLE half (); CREATE TABLE note ();');
    const failed = await migrate();
    expect(failed.code).toBe(1);
    expect(failed.output).toMatch(`latchkey-migrate: migration ${name} failed.`);
    expect(failed.output).toMatch('relation "note" already exists');
    await expect(query('TABLE half')).rejects.toThrow('does not exist');

    writeFileSync(script, 'CREATE TABLE half ();');
    expect((await migrate()).code).toBe(1);
    expect(await migrate(['rolled-back', name])).toEqual({
      code: 0,
      output: `Marked ${name} as rolled back; the next run tries it again.\n`,
    });
    expect(await migrate()).toEqual({ code: 0, output: `Database ${database}: applied ${name}.\n` });
    expect(await query('TABLE half')).toEqual([]);
  });

  test('new writes the difference to the schema once, and leaves no database behind', async () => {
    const schemaPath = join(folder, 'prisma/schema.prisma');
    rmSync(join(folder, 'prisma/migrations/20260102000000_count_notes'), { recursive: true });
    const schema = readFileSync(schemaPath, 'utf8').replace('body ', 'title String\n  body ');
    writeFileSync(schemaPath, schema);
    const written = await migrate(['new', 'add_title']);
    const name = readdirSync(join(folder, 'prisma/migrations')).find((entry) => entry.endsWith('_add_title'));
    const path = join(folder, 'prisma/migrations', name ?? 'none', 'migration.sql');
    expect(written).toEqual({ code: 0, output: `Wrote ${path}.\n` });
    expect(readFileSync(path, 'utf8')).toBe(
      '-- AlterTable\nALTER TABLE "note" ADD COLUMN     "title" TEXT NOT NULL;\n',
    );
    expect(await migrate(['new', 'again'])).toEqual({
      code: 0,
      output: 'The schema did not change; nothing written.\n',
    });
    expect((await migrate(['new', 'Not A Name'])).code).toBe(1);
    const shadows = await withClient(serverUrl, (client) =>
      client.query(`SELECT datname FROM pg_database WHERE datname LIKE 'shadow%' OR datname = $1`, [
        database,
      ]),
    );
    expect(shadows.rows).toEqual([]);
  });
});
