import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { createTestRedis } from '@latchkey/testing';
import { runToEnd } from '../../infra/local/child-process.ts';
import type { Urls } from '../../infra/local/environment.ts';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { waitUntil } from '../../infra/local/ports.ts';
import { startPostgres } from '../../infra/local/postgres.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { findPorts, findServiceDir, mapServices, services } from '../../infra/local/service-list.ts';
import { createTeardown, type Teardown } from '../../infra/local/teardown.ts';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';
import { isAccepted, openDevice, refresh, startLoad, take, type Device, type Stored } from './load.ts';

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
    runToEnd(join(rootDir, `infra/ops/backup/${script}.sh`), [backup], {
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

let urls: Urls;
let load: ReturnType<typeof startLoad>;
let devices: Device[];
/** Signed in before the backup, and not used until the restore. */
let quiet: TokenPackage;
let restored: Awaited<ReturnType<typeof startCluster>>;
const printed: string[] = [];

/** Makes a backup while the services work, and answers when the load has gone on after it. */
async function backUpUnderLoad(run: (script: string) => Promise<string>): Promise<void> {
  devices = await Promise.all([0, 1, 2, 3].map((at) => openDevice(urls, at)));
  const [tokens] = (await openDevice(urls, 9)).packages;
  quiet = tokens as TokenPackage;
  load = startLoad(urls, quiet.access_token, devices);
  const isWarm = async () => load.drops.length > 80 && devices.every(({ before }) => before > 3);
  const refused = load.work.then(() => undefined);
  await Promise.race([waitUntil(isWarm, () => new Error('there is no load')), refused]);
  load.beginBackup();
  printed.push(await run('backup'));
  const seen = load.drops.length;
  const goesOn = async () => load.drops.length > seen + 20;
  await Promise.race([waitUntil(goesOn, () => new Error('the load has stopped')), refused]);
  await load.stop();
}

beforeAll(async () => {
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const ports = await findPorts();
  const first = createTeardown();
  teardown.add(first.run);
  const old = await startCluster('old');
  ({ urls } = await launch(old.urls, ports, first));
  await backUpUnderLoad(old.run);
  await first.run();
  restored = await startCluster('new');
  printed.push(await restored.run('restore'));
  await launch(restored.urls, ports, teardown);
});

const isThere = (one: Stored) => one.isStoredBefore && !one.isTried;

test('the scripts say what they have done, and only empty databases are restored into', async () => {
  expect(printed).toEqual([
    `${backup} holds the databases of sso, user-api and drop.\n`,
    `The databases of sso, user-api and drop hold the rows of ${backup}.\n`,
  ]);
  await expect(restored.run('restore')).rejects.toThrow('only an empty one is restored into');
});

test('a token from before is accepted', async () => {
  expect(await isAccepted(urls, quiet.access_token)).toBe(true);
});

test('a drop that was stored before can be taken once, one that was taken before cannot, and none twice', async () => {
  for (const kind of [isThere, (one: Stored) => one.isTakenBefore])
    expect(load.drops.filter(kind).length).toBeGreaterThan(10);
  for (const stored of load.drops) {
    const attempt = () => take(urls, quiet.access_token, stored);
    const taken = (await Promise.all([attempt(), attempt()])).filter(Boolean).length;
    if (isThere(stored)) expect(taken).toBe(1);
    else if (stored.isTakenBefore) expect(taken).toBe(0);
    else expect(taken).toBeLessThanOrEqual(1);
  }
});

test('of two refreshes with the token that was current before, one gets the next', async () => {
  const [one, other] = await Promise.all([refresh(urls, quiet), refresh(urls, quiet)]);
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('400 for a refresh token that was superseded before, and for one that was made after', async () => {
  for (const [at, { packages, before }] of devices.entries()) {
    // Of the last one the databases know nothing: that device signs in again.
    const presented = at % 2 === 0 ? packages[before - 3] : packages.at(-1);
    expect(before).toBeLessThan(packages.length);
    expect((await refresh(urls, presented as TokenPackage)).status).toBe(400);
  }
});

test('followers of drop’s events see those from before and the new ones', async () => {
  const args = ['--disable-warning=ExperimentalWarning', 'bin/latchkey-drop.ts', 'events', 'follow'];
  const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: restored.urls.drop };
  const options = { cwd: findServiceDir('drop'), env };
  const followed = await runToEnd(process.execPath, [...args, '--all', '--once'], options);
  const events = followed.trim().split('\n');
  for (const { id } of load.drops.filter(isThere))
    expect(events.filter((line) => line.includes(id)).length).toBeGreaterThan(1);
});

test('a backup whose databases are not named right fails, and leaves none', async () => {
  const env = { PATH: process.env['PATH'], PGSERVICEFILE: join(folder, 'none.conf') };
  const target = join(folder, 'failed');
  const script = join(rootDir, 'infra/ops/backup/backup.sh');
  await expect(runToEnd(script, [target], { env })).rejects.toThrow('service file');
  expect(existsSync(target)).toBe(false);
});
