import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, withClient } from '@latchkey/database';
import { createTestDatabase, createTestRedis } from '@latchkey/testing';
import { startProcess } from '../../infra/local/child-process.ts';
import { makeEnvironments } from '../../infra/local/environment.ts';
import { findFreePort, waitUntil } from '../../infra/local/ports.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { findServiceDir, serviceArgs, services } from '../../infra/local/service-list.ts';
import { createTeardown } from '../../infra/local/teardown.ts';

test.each(services)(
  '$name is ready once its migrations are applied, and newer ones do not matter',
  async ({ name }) => {
    const teardown = createTeardown();
    try {
      const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-ready-'));
      teardown.add(() => rmSync(folder, { recursive: true, force: true }));
      const [database, redis] = [await createTestDatabase(), await createTestRedis()];
      teardown.add(database.drop);
      teardown.add(redis.close);
      const port = await findFreePort();
      const env = makeEnvironments({
        ports: { sso: 1, 'user-api': 1, drop: 1, [name]: port },
        databaseUrls: { sso: database.url, 'user-api': database.url, drop: database.url },
        redisUrl: redis.url,
        secrets: await loadSecrets(folder),
      })[name];
      const service = await startProcess(
        {
          command: process.execPath,
          args: [...serviceArgs],
          options: { cwd: findServiceDir(name), env },
          logFile: join(folder, 'service.log'),
          mark: 'src/main.ts',
          stopSignal: 'SIGTERM',
          stopLimitSeconds: 15,
        },
        teardown,
      );
      const statusOf = (what: string) =>
        fetch(`http://127.0.0.1:${port}/health/${what}`).then(
          (answer) => answer.status,
          () => undefined,
        );
      const fail = () => new Error(`${name} does not answer`);
      await waitUntil(async () => service.hasEnded() || (await statusOf('live')) === 200, fail);
      expect(await statusOf('ready')).toBe(503);

      await applyMigrations({ databaseUrl: database.url, serviceDir: findServiceDir(name) });
      await withClient(database.url, (client) =>
        client.query(
          `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
           values ('newer', 'x', '29990101000000_newer', now())`,
        ),
      );
      expect(await statusOf('ready')).toBe(200);
    } finally {
      await teardown.run();
    }
  },
);
