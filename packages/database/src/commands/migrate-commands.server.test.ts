import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNotes } from '../../test/notes.ts';
import { writeMigration } from '../../test/write-migration.ts';
import { withClient, withDatabaseName } from '../migrations/database.ts';
import { runCommandLine } from './command-line.ts';

const fixture = fileURLToPath(new URL('../../test/notes', import.meta.url));
const command = fileURLToPath(new URL('../../test/latchkey-notes.ts', import.meta.url));
const serverUrl = process.env['TEST_POSTGRES_URL'] ?? '';

interface Outcome {
  code: number;
  output: string;
}

describe('migrate', () => {
  let folder: string;
  let databaseUrl: string;
  let database: string;

  /** The command, in this process. */
  async function migrate(args: string[] = [], url = databaseUrl): Promise<Outcome> {
    let output = '';
    const write = (text: string) => void (output += text);
    const shell = { env: { DATABASE_URL: url }, isTerminal: false, print: write, complain: write };
    const code = await runCommandLine(createNotes(folder), ['migrate', ...args], shell);
    return { code, output };
  }

  /** The command in a process of its own, as a job runs it. */
  const runJob = (): Promise<Outcome> =>
    new Promise((resolve) => {
      const options = { cwd: folder, env: { ...process.env, DATABASE_URL: databaseUrl } };
      const nodeArgs = ['--disable-warning=ExperimentalWarning', command, 'migrate'];
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
      output: 'latchkey-notes: DATABASE_URL is not set.\n',
    });
    expect(await migrate([], 'elsewhere')).toEqual({
      code: 1,
      output: 'latchkey-notes: DATABASE_URL must look like postgresql://user:password@host:5432/database\n',
    });
  });

  test('with no server at the address it says so and exits 1', async () => {
    expect(await migrate(['--wait', '0'], 'postgresql://postgres@127.0.0.1:1/notes')).toEqual({
      code: 1,
      output: 'latchkey-notes: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });

  test('it waits for a server that does not answer yet', async () => {
    const server = new URL(serverUrl);
    const port = await new Promise<number>((resolve) => {
      const taken = createServer().listen(0, '127.0.0.1', () => {
        const address = taken.address() as AddressInfo;
        taken.close(() => resolve(address.port));
      });
    });
    const url = new URL(databaseUrl);
    [url.hostname, url.port] = ['127.0.0.1', String(port)];
    const done = migrate([], url.href);
    const sockets: Socket[] = [];
    const late = createServer((socket) => {
      const upstream = connect(Number(server.port || 5432), server.hostname);
      sockets.push(socket, upstream);
      for (const one of [socket, upstream]) one.on('error', () => undefined);
      socket.pipe(upstream).pipe(socket);
    });
    const refused = new Promise((resolve) => late.once('connection', resolve));
    late.listen(port, '127.0.0.1');
    await refused;
    expect((await done).code).toBe(0);
    for (const socket of sockets) socket.destroy();
    late.close();
  });

  test('a wait that is no number is refused', async () => {
    expect((await migrate(['--wait', 'long'])).output).toContain('--wait must be a whole number.');
  });

  test('in a folder without migrations it says so and creates nothing', async () => {
    rmSync(join(folder, 'prisma/migrations'), { recursive: true });
    expect(await migrate()).toEqual({
      code: 1,
      output: `latchkey-notes: ${join(folder, 'prisma/migrations')} does not exist.\n`,
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
    const outcomes = await Promise.all(Array.from({ length: 6 }, runJob));
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
    expect(failed.output).toMatch(`latchkey-notes: migration ${name} failed.`);
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

  const migrations = () => join(folder, 'prisma/migrations');
  const write = (name: string, script: string) => writeMigration(migrations(), name, script);
  test('the table is that of Prisma’s own command, with the hash of each script', async () => {
    await migrate();
    const columns =
      await query(`select column_name as name, data_type as type, is_nullable = 'YES' as "isNull"
      from information_schema.columns where table_name = '_prisma_migrations' order by ordinal_position`);
    expect(columns).toEqual([
      { name: 'id', type: 'character varying', isNull: false },
      { name: 'checksum', type: 'character varying', isNull: false },
      { name: 'finished_at', type: 'timestamp with time zone', isNull: true },
      { name: 'migration_name', type: 'character varying', isNull: false },
      { name: 'logs', type: 'text', isNull: true },
      { name: 'rolled_back_at', type: 'timestamp with time zone', isNull: true },
      { name: 'started_at', type: 'timestamp with time zone', isNull: false },
      { name: 'applied_steps_count', type: 'integer', isNull: false },
    ]);
    const [name = ''] = readdirSync(migrations());
    const script = readFileSync(join(migrations(), name, 'migration.sql'));
    const applied =
      await query(`select checksum, finished_at is not null as finished, rolled_back_at, applied_steps_count
      from _prisma_migrations where migration_name = '${name}'`);
    const checksum = createHash('sha256').update(script).digest('hex');
    expect(applied).toEqual([{ checksum, finished: true, rolled_back_at: null, applied_steps_count: 1 }]);
  });

  test('a failure is recorded as Prisma records it', async () => {
    write('20260103000000_broken', 'create table note ();');
    await migrate();
    expect(
      await query(`select migration_name, logs from _prisma_migrations where finished_at is null`),
    ).toEqual([{ migration_name: '20260103000000_broken', logs: 'relation "note" already exists' }]);
  });

  test('an applied migration that was changed is refused, and nothing after it is applied', async () => {
    await migrate();
    write('20260102000000_count_notes', 'create table other ();');
    write('20260103000000_next', 'create table next ();');
    expect(await migrate()).toEqual({
      code: 1,
      output:
        'latchkey-notes: migration 20260102000000_count_notes was changed after it had been applied. ' +
        'Restore it; write a new one.\n',
    });
    await expect(query('table next')).rejects.toThrow('does not exist');
  });

  test('an older version only warns of an applied migration that its folder does not hold', async () => {
    await migrate();
    rmSync(join(migrations(), '20260102000000_count_notes'), { recursive: true });
    expect(await runJob()).toEqual({
      code: 0,
      output:
        `Database ${database} is up to date.\n` +
        'Warning: migration 20260102000000_count_notes is applied to the database, ' +
        'but the folder does not hold it.\n',
    });
  });

  test('a failed migration is refused even when the folder does not hold it', async () => {
    write('20260103000000_broken', 'create table note ();');
    await migrate();
    rmSync(join(migrations(), '20260103000000_broken'), { recursive: true });
    const { code, output } = await migrate();
    expect(code).toBe(1);
    expect(output).toMatch('migration 20260103000000_broken failed before.');
  });

  test('a folder without its script is refused before anything is applied', async () => {
    mkdirSync(join(migrations(), '20260103000000_empty'));
    expect((await migrate()).output).toBe(
      `latchkey-notes: ${join(migrations(), '20260103000000_empty/migration.sql')} is missing.\n`,
    );
    await expect(query('select 1')).rejects.toThrow('does not exist');
  });

  test('only a failed migration can be marked as rolled back', async () => {
    await migrate();
    expect(await migrate(['rolled-back', '20260101000000_create_note'])).toEqual({
      code: 1,
      output: 'latchkey-notes: migration 20260101000000_create_note is not recorded as failed.\n',
    });
  });

  test('six jobs at once build an index concurrently, outside a transaction', async () => {
    await migrate();
    const index = 'create index concurrently note_body on note (body);';
    write('20260103000000_index', `-- latchkey: no transaction\n${index}`);
    const outcomes = await Promise.all(Array.from({ length: 6 }, runJob));
    expect(outcomes.map((outcome) => outcome.code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(outcomes.filter((outcome) => outcome.output.includes('applied'))).toHaveLength(1);
    expect(await query(`select indisvalid from pg_index where indexrelid = 'note_body'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });

  test.each(['concurrently', 'concurrently if not exists'])(
    'an index whose build failed is built again by the next run: %s',
    async (how) => {
      await migrate();
      await query(`insert into note select gen_random_uuid(), 'twice', now() from generate_series(1, 2)`);
      const name = '20260103000000_index';
      write(name, `-- latchkey: no transaction\ncreate unique index ${how} "note_once" on note (body);`);
      expect((await migrate()).output).toMatch('Part of it may have been kept.');
      await query('delete from note');
      expect((await migrate(['rolled-back', name])).code).toBe(0);
      expect((await migrate()).output).toBe(`Database ${database}: applied ${name}.\n`);
      expect(await query(`select indisvalid from pg_index where indexrelid = 'note_once'::regclass`)).toEqual(
        [{ indisvalid: true }],
      );
    },
  );

  test('without the marker PostgreSQL refuses such an index, and nothing is kept', async () => {
    write('20260103000000_index', 'create index concurrently note_body on note (body);');
    const { code, output } = await migrate();
    expect(code).toBe(1);
    expect(output).toMatch('CREATE INDEX CONCURRENTLY cannot run inside a transaction block');
    expect(output).toMatch('Nothing of it was kept.');
  });

  test('outside a transaction a failure says that part of it may have been kept', async () => {
    write(
      '20260103000000_index',
      '-- latchkey: no transaction\ncreate index concurrently on nowhere (body);',
    );
    const { output } = await migrate();
    expect(output).toMatch('migration 20260103000000_index failed. Part of it may have been kept.');
    expect(await migrate()).toEqual({
      code: 1,
      output:
        'latchkey-notes: migration 20260103000000_index failed before. ' +
        'Once its reason is gone, run "migrate rolled-back 20260103000000_index", and then migrate again.\n',
    });
  });

  test('a migration that PostgreSQL ends in a ring of locks records no failure', async () => {
    await migrate();
    write('20260103000000_ring', `do $$ begin raise deadlock_detected; end $$;`);
    for (const _run of [1, 2]) expect((await migrate()).output).toMatch('Run it again.');
  });

  test('a migration that cannot lock its table gives up, records no failure, and works later', async () => {
    await migrate();
    write('20260103000000_alter', `set local lock_timeout = '1ms'; alter table note add column title text;`);
    await withClient(databaseUrl, async (client) => {
      await client.query('begin; lock table note in access share mode');
      const { code, output } = await migrate();
      expect(code).toBe(1);
      expect(output).toMatch('another transaction holds a lock. Run it again.');
      await client.query('rollback');
    });
    expect((await migrate()).output).toBe(`Database ${database}: applied 20260103000000_alter.\n`);
  });

  test('an extension in a schema of its own is found, and no table is made there', async () => {
    await migrate();
    await query('create schema extensions');
    await query('create extension pg_trgm schema extensions');
    write(
      '20260103000000_search',
      'create table found (); create index on note using gin (body gin_trgm_ops);',
    );
    expect((await migrate()).code).toBe(0);
    expect(await query('table public.found')).toEqual([]);
  });

  test('an address with a schema is refused by name', async () => {
    const { code, output } = await migrate([], `${databaseUrl}?schema=mine`);
    expect(code).toBe(1);
    expect(output).toContain('DATABASE_URL must not have the parameter schema');
    expect(output).toContain('search_path');
  });

  test('a setting of one script does not reach the next', async () => {
    write('20260103000000_set', `set search_path to pg_catalog; set default_transaction_read_only = on;`);
    write('20260104000000_next', 'create table next ();');
    expect((await migrate()).code).toBe(0);
    expect(await query('table public.next')).toEqual([]);
  });
});
