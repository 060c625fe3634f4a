import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@latchkey/testing';
import { makeEnvironments } from './environment.ts';
import { findFreePort } from './ports.ts';
import { loadSecrets } from './secrets.ts';
import { seedDemo, startService } from './service-process.ts';
import { createTeardown } from './teardown.ts';

describe('a service process', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-service-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The environment of drop in a local stack; nobody listens at the other addresses. */
  async function makeEnvironment(databaseUrl: string) {
    const port = await findFreePort();
    const databaseUrls = { sso: databaseUrl, 'user-api': databaseUrl, drop: databaseUrl };
    const plan = {
      ports: { sso: 1, 'user-api': 1, drop: port },
      databaseUrls,
      redisUrl: 'redis://127.0.0.1:1',
      secrets: await loadSecrets(folder),
    };
    return { port, environment: makeEnvironments(plan).drop };
  }

  test('that dies while it starts is reported with the end of its log, and leaves no trace', async () => {
    const teardown = createTeardown();
    const environment = { PATH: String(process.env['PATH']) };
    await expect(startService('drop', environment, folder, teardown)).rejects.toThrow(
      /^drop ended while starting:\n[^]*DATABASE_URL/,
    );
    await teardown.run();
    expect(existsSync(join(folder, 'drop.pid'))).toBe(false);
  });

  test('that finds another program at its port is not ready, whatever that program answers', async () => {
    const teardown = createTeardown();
    const database = await createTestDatabase({ service: 'drop' });
    teardown.add(database.drop);
    const { port, environment } = await makeEnvironment(database.url);
    const stranger = createServer((_request, answer) => answer.end('{}')).listen(port, '127.0.0.1');
    teardown.add(() => stranger.close() && stranger.closeAllConnections());
    await once(stranger, 'listening');
    await expect(startService('drop', environment, folder, teardown)).rejects.toThrow(
      new RegExp(`^drop ended while starting:\\n[^]*port ${port} is taken`),
    );
    await teardown.run();
  });

  test('a seed that fails says why', async () => {
    await expect(seedDemo({ PATH: String(process.env['PATH']) })).rejects.toThrow('DATABASE_URL');
  });
});
