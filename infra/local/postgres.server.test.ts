import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, withClient, withDatabaseName } from '@latchkey/database';
import { startPostgres, type PostgresPlan } from './postgres.ts';
import { findServiceDir } from './service-list.ts';
import { createTeardown } from './teardown.ts';

describe('startPostgres', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'));
  const plan: PostgresPlan = {
    folder: join(folder, 'postgres'),
    password: 'local',
    logFile: join(folder, 'postgres.log'),
    durable: true,
  };
  const lockFile = join(plan.folder, 'data/postmaster.pid');
  const teardown = createTeardown();

  afterAll(async () => {
    await teardown.run();
    rmSync(realpathSync(plan.folder), { recursive: true });
    rmSync(folder, { recursive: true });
  });

  const query = async (url: string, sql: string): Promise<unknown[]> =>
    withClient(url, async (client) => (await client.query(sql)).rows);

  test('what was written survives a server that is killed, or still runs when the next one starts', async () => {
    const first = await startPostgres(plan, teardown);
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS n');
    process.kill(Number(readFileSync(lockFile, 'utf8').split('\n', 1)[0]), 'SIGKILL');
    const second = await startPostgres(plan, teardown);
    expect(await query(second, 'TABLE kept')).toEqual([{ n: 1 }]);
    const third = await startPostgres(plan, teardown);
    expect(await query(third, 'TABLE kept')).toEqual([{ n: 1 }]);
    await expect(query(second, 'TABLE kept')).rejects.toThrow('ECONNREFUSED');
  });

  test('a database that migrations make knows letters of every script, also where the server does not', async () => {
    const ascii = {
      folder: join(folder, 'ascii'),
      durable: false,
      locale: ['--no-locale', '--encoding=UTF8'],
    };
    const server = await startPostgres({ ...plan, ...ascii }, teardown);
    const databaseUrl = withDatabaseName(server, 'user_api');
    await applyMigrations({ databaseUrl, serviceDir: findServiceDir('user-api') });
    expect(await query(databaseUrl, `SELECT cardinality(show_trgm('日本語')) > 0 AS known`)).toEqual([
      { known: true },
    ]);
  });
});
