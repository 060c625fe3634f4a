import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { openCuttablePort } from '../../e2e/process/cuttable-port.ts';
import { startSturdyPostgres } from '../../e2e/process/sturdy-postgres.ts';
import { startSturdyRedis } from '../../e2e/process/sturdy-redis.ts';
import { runToEnd } from '../../infra/local/child-process.ts';
import { makeUrls, type Environment, type Urls } from '../../infra/local/environment.ts';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { findPorts, mapServices, services, type ServiceName } from '../../infra/local/service-list.ts';
import { startService, type ServiceProcess } from '../../infra/local/service-process.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { unlimited } from '../unlimited.ts';

type Line = Awaited<ReturnType<typeof openCuttablePort>>;

/** One process of a service, with lines of its own to PostgreSQL and Redis, and a clock of its own. */
export interface Replica {
  readonly lines: { readonly postgres: Line; readonly redis: Line };
  /** Shifts its clock by whole seconds; undefined where this machine has no libfaketime. */
  readonly setClock: ((seconds: number) => void) | undefined;
  readonly pid: () => number;
  /** Ends it with kill -9 and starts it again on its port. */
  crash(): Promise<void>;
}

const diskSize = '600m';

/** Makes the folder a file system of its own, so that it can be full; false where this user may mount none. */
async function mountDisk(folder: string, teardown: Teardown): Promise<boolean> {
  try {
    await runToEnd('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=1777`, 'tmpfs', folder]);
  } catch {
    return false;
  }
  teardown.add(async () => void (await runToEnd('umount', ['--lazy', folder])));
  return true;
}

const findFaketime = () =>
  globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1')[0] ?? process.env['LIBFAKETIME'];

/** Two sets of the three services on one PostgreSQL and one Redis; the siblings of a replica are those of the other set. */
export async function startFleet(teardown: Teardown, { fillsDisk }: { readonly fillsDisk: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-histories-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const logFolder = join(folder, 'logs');
  mkdirSync(logFolder);
  const diskFolder = mkdtempSync(join(folder, 'disk-'));
  const disk = fillsDisk && (await mountDisk(diskFolder, teardown)) ? diskFolder : undefined;
  const place = disk ?? folder;
  const [postgres, redis] = await Promise.all([
    startSturdyPostgres(teardown, place),
    startSturdyRedis(teardown, place),
  ]);
  // The disk is small.
  await withClient(postgres.url, (client) => client.query("alter system set max_wal_size = '96MB'"));
  await withClient(postgres.url, (client) => client.query('select pg_reload_conf()'));
  const sets = [await findPorts(), await findPorts()] as const;
  const faketime = findFaketime();
  const context = { folder, logFolder, postgres, redis, faketime, sets, teardown };
  const secrets = await loadSecrets(folder);
  const setups = await Promise.all(sets.map((_ports, set) => mapPlans(context, set)));
  const databaseUrls = mapServices(({ database }) => withDatabaseName(postgres.url, database));
  const [first, second] = setups as [Setups, Setups];
  const plan = {
    ports: sets[0],
    databaseUrls,
    redisUrl: redis.url,
    secrets,
    logDir: join(logFolder, 'set-0'),
    overrides: mapServices(({ name }) => first[name].environment),
  };
  const stack = await launchStack(plan, teardown);
  const replicas: Replica[] = [];
  for (const { name } of services) {
    const shared = stack.environments[name];
    replicas.push(createReplica(context, first[name], { shared, running: stack.processes[name], set: 0 }));
    const environment = { ...shared, ...second[name].environment };
    const running = await startService(name, environment, join(logFolder, 'set-1'), teardown);
    replicas.push(createReplica(context, second[name], { shared: environment, running, set: 1 }));
  }
  const urls: Urls[] = sets.map((ports) => makeUrls(ports));
  return {
    urls,
    publicUrls: stack.urls,
    databaseUrls,
    logFolder,
    replicas,
    postgres,
    redis,
    disk,
    hasClocks: faketime !== undefined,
  };
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

interface Context {
  readonly folder: string;
  readonly logFolder: string;
  readonly postgres: Awaited<ReturnType<typeof startSturdyPostgres>>;
  readonly redis: Awaited<ReturnType<typeof startSturdyRedis>>;
  readonly faketime: string | undefined;
  readonly sets: readonly Record<ServiceName, number>[];
  readonly teardown: Teardown;
}

interface Setup {
  readonly service: ServiceName;
  readonly lines: Replica['lines'];
  readonly clockFile: string;
  readonly environment: Environment;
}
type Setups = Record<ServiceName, Setup>;

async function mapPlans(context: Context, set: number): Promise<Setups> {
  const made = mapServices((service) => makeSetup(context, set, service));
  const [sso, userApi, drop] = await Promise.all([made.sso, made['user-api'], made.drop]);
  return { sso, 'user-api': userApi, drop };
}

async function makeSetup(
  { folder, postgres, redis, faketime, sets, teardown }: Context,
  set: number,
  { name, database }: (typeof services)[number],
): Promise<Setup> {
  const lines = {
    postgres: await openCuttablePort(postgres.url, teardown),
    redis: await openCuttablePort(redis.url, teardown),
  };
  const clockFile = join(folder, `${name}-${set}.clock`);
  writeFileSync(clockFile, '+0');
  const siblings = makeUrls(sets[1 - set] as Record<ServiceName, number>);
  const environment: Environment = {
    ...unlimited[name],
    // What a request needs is settled where it begins: about half of them wait for a number.
    ...(name === 'sso' && { DEVICE_CONFIRMATION: set === 0 ? 'off' : 'all' }),
    PORT: String(sets[set]?.[name]),
    DATABASE_URL: withDatabaseName(lines.postgres.url, database),
    REDIS_URL: lines.redis.url,
    SSO_CALL_URL: siblings.sso,
    USER_API_CALL_URL: siblings.userApi,
    DROP_CALL_URL: siblings.drop,
    ...(faketime && {
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: clockFile,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  };
  return { service: name, lines, clockFile, environment };
}

const mostStarts = 5;

function createReplica(
  { logFolder, faketime, teardown }: Context,
  { service, lines, clockFile }: Setup,
  { shared, running, set }: { shared: Environment; running: ServiceProcess; set: number },
): Replica {
  let current = running;
  let starts = 0;
  /** It ends while it starts where another fault takes PostgreSQL or Redis from it; then it is started again. */
  async function start(tries = 1): Promise<ServiceProcess> {
    try {
      const logDir = join(logFolder, `set-${set}-start-${(starts += 1)}`);
      return await startService(service, shared, logDir, teardown);
    } catch (error) {
      if (tries === mostStarts) throw error;
      return start(tries + 1);
    }
  }
  return {
    lines,
    setClock: faketime === undefined ? undefined : (seconds) => writeFileSync(clockFile, signed(seconds)),
    pid: () => current.pid,
    async crash() {
      await current.kill();
      current = await start();
    },
  };
}

const signed = (seconds: number) => (seconds < 0 ? String(seconds) : `+${seconds}`);

/** False where the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
