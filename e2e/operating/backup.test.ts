import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { createTestRedis } from '@latchkey/testing';
import { runToEnd } from '../../infra/local/child-process.ts';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { findFreePort, waitUntil } from '../../infra/local/ports.ts';
import { startPostgres } from '../../infra/local/postgres.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { findServiceDir, mapServices, services } from '../../infra/local/service-list.ts';
import { createTeardown, type Teardown } from '../../infra/local/teardown.ts';
import { isAccepted, openDevice, refresh, startLoad, take, type Stored } from './load.ts';

const teardown = createTeardown();
const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-backup-'));
const backup = join(folder, 'backup');
afterAll(() => teardown.run());

/** A server of its own with three empty databases, and the file by which the scripts reach them. */
async function startCluster(name: string) {
  const place = { folder: join(folder, name), logFile: join(folder, `${name}.log`) };
  const url = await startPostgres({ ...place, password: 'latchkey', durable: false }, teardown);
  for (const { database } of services)
    await withClient(url, (client) => client.query(`create database "${database}" template template0`));
  const { hostname, port, username, password } = new URL(url);
  const file = join(folder, `${name}.conf`);
  const parts = services.map(
    (service) =>
      `[${service.name}]\nhost=${hostname}\nport=${port}\ndbname=${service.database}\nuser=${username}\npassword=${password}\n`,
  );
  writeFileSync(file, parts.join('\n'), { mode: 0o600 });
  const run = (script: string) =>
    runToEnd(join(rootDir, `infra/backup/${script}.sh`), [backup], {
      env: { PATH: process.env['PATH'], PGSERVICEFILE: file },
    });
  return { urls: mapServices(({ database }) => withDatabaseName(url, database)), run };
}

/** Starts the services over databases, with the keys of the installation and a Redis of their own that is empty. */
async function launch(
  databaseUrls: Awaited<ReturnType<typeof startCluster>>['urls'],
  ports: Parameters<typeof launchStack>[0]['ports'],
  own: Teardown,
) {
  const redis = await createTestRedis();
  own.add(redis.close);
  return launchStack(
    {
      ports,
      databaseUrls,
      redisUrl: redis.url,
      secrets: await loadSecrets(folder),
      logDir: folder,
      // A superseded token has no answer of its own: it was used.
      overrides: { sso: { REFRESH_GRACE_SECONDS: '0', REFRESH_ROTATIONS: '0' } },
    },
    own,
  );
}

test('a backup under load, restored elsewhere: what was answered before it is there, and nothing serves twice', async () => {
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const ports = {
    sso: await findFreePort(),
    'user-api': await findFreePort(),
    drop: await findFreePort(),
  };
  const first = createTeardown();
  teardown.add(first.run);
  const old = await startCluster('old');
  const { urls } = await launch(old.urls, ports, first);
  const devices = await Promise.all([0, 1, 2, 3].map((at) => openDevice(urls, at)));
  const quiet = await openDevice(urls, 9);
  const token = quiet.packages[0]?.access_token ?? '';
  const load = startLoad(urls, token, devices);
  const isWarm = async () => load.drops.length > 80 && devices.every(({ before }) => before > 3);
  await Promise.race([waitUntil(isWarm, () => new Error('there is no load')), load.work]);

  load.beginBackup();
  const seen = load.drops.length;
  await expect(old.run('backup')).resolves.toContain('holds the databases');
  // The load went on while the backup was made.
  await waitUntil(
    async () => load.drops.length > seen + 20,
    () => new Error('the load has stopped'),
  );
  await load.stop();
  await first.run();

  const cluster = await startCluster('new');
  await expect(cluster.run('restore')).resolves.toContain('hold the rows of');
  await expect(cluster.run('restore')).rejects.toThrow('only an empty one is restored into');
  await launch(cluster.urls, ports, teardown);

  expect(await isAccepted(urls, token)).toBe(true);
  const isThere = (one: Stored) => one.isStoredBefore && !one.isTried;
  for (const kind of [isThere, (one: Stored) => one.isTakenBefore]) {
    const drops = load.drops.filter(kind);
    expect(drops.length).toBeGreaterThan(10);
  }
  for (const stored of load.drops) {
    const both = await Promise.all([take(urls, token, stored), take(urls, token, stored)]);
    const taken = both.filter(Boolean).length;
    if (isThere(stored)) expect(taken).toBe(1);
    else if (stored.isTakenBefore) expect(taken).toBe(0);
    else expect(taken).toBeLessThanOrEqual(1);
  }

  // Of two that renew with the current token of before, one gets the next; with a superseded one nobody does.
  const [current] = quiet.packages;
  if (current === undefined) throw new Error('there are no tokens');
  const renewed = await Promise.all([refresh(urls, current), refresh(urls, current)]);
  expect(renewed.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  for (const [at, { packages, before }] of devices.entries()) {
    // Of the last one, made after the backup, the databases know nothing: that device signs in again.
    const presented = at % 2 === 0 ? packages[before - 3] : packages.at(-1);
    if (presented === undefined) throw new Error('there are no tokens');
    expect((await refresh(urls, presented)).status).toBe(400);
  }

  const followed = await runToEnd(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'bin/latchkey-drop.ts', 'events', 'follow', '--all', '--once'],
    {
      cwd: findServiceDir('drop'),
      env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: cluster.urls.drop },
    },
  );
  const events = followed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; drop_id: string });
  const known = new Set(events.filter(({ event }) => event.includes('store')).map((one) => one.drop_id));
  expect(load.drops.filter(isThere).filter(({ id }) => !known.has(id))).toEqual([]);
});

test('a backup whose database does not answer fails, and leaves none', async () => {
  const env = { PATH: process.env['PATH'], PGSERVICEFILE: join(folder, 'none.conf') };
  const target = join(folder, 'failed');
  const script = join(rootDir, 'infra/backup/backup.sh');
  await expect(runToEnd(script, [target], { env })).rejects.toThrow();
  await expect(runToEnd('ls', [target])).rejects.toThrow();
});
