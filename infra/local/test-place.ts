import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers, endProcess, isAlive } from './leftovers.ts';
import { startPostgres } from './postgres.ts';
import { generateClients } from './prisma-generate.ts';
import { showStep } from './progress.ts';
import { keepLog } from './read-logs.ts';
import { startRedis } from './redis.ts';
import type { Teardown } from './teardown.ts';

/** Ends what tests left running: the stacks that they share, and that of a killed test. Their logs are kept. */
async function endStacks(folder: string): Promise<void> {
  const stacks = readdirSync(folder).filter((name) => name.startsWith('latchkey-stack-'));
  await Promise.all(
    stacks.map(async (name) => {
      const stack = join(folder, name);
      await endLeftovers(stack);
      for (const file of readdirSync(stack)) if (file.endsWith('.log')) keepLog(join(stack, file), folder);
      rmSync(stack, { recursive: true });
    }),
  );
}

/** Throw-away servers on free ports, or those that TEST_POSTGRES_URL and TEST_REDIS_URL name. */
async function startServers(folder: string, teardown: Teardown): Promise<Record<string, string>> {
  const password = randomBytes(16).toString('hex');
  const logFile = join(folder, 'postgres.log');
  const redis = { folder: undefined, password, logFile: join(folder, 'redis.log') };
  const { TEST_POSTGRES_URL, TEST_REDIS_URL } = process.env;
  const startThrowAway = async () => {
    const memory = await makeMemoryFolder();
    if (memory !== undefined) teardown.add(() => rmSync(memory, { recursive: true, force: true }));
    const plan = { folder: join(memory ?? folder, 'postgres'), password, logFile, durable: false };
    return startPostgres(plan, teardown);
  };
  const [postgresUrl, redisUrl] = await Promise.all([
    TEST_POSTGRES_URL ?? startThrowAway(),
    TEST_REDIS_URL ?? startRedis(redis, teardown),
  ]);
  return { TEST_POSTGRES_URL: postgresUrl, TEST_REDIS_URL: redisUrl };
}

/** What tests need: database clients, servers, and a folder for all that they leave, with the variables that name them. */
export async function openTestPlace(teardown: Teardown) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const [servers] = await showStep('Starting PostgreSQL and Redis, generating database clients', () =>
    Promise.all([startServers(folder, teardown), generateClients()]),
  );
  teardown.add(() => endStacks(folder));
  const environment: Record<string, string> = {
    ...servers,
    TEST_FOLDER: folder,
    // The tests start hundreds of processes, which compile the same modules. A worker of the runner gives them the folder.
    TEST_COMPILE_CACHE: join(folder, 'compile-cache'),
  };
  return { folder, environment, endStacks: () => endStacks(folder) };
}

/** Linux keeps in memory what is in it. */
const memory = '/dev/shm';
const runnerMark = 'infra/local/';
/** A run of all tests uses a quarter of it. */
const neededBytes = 4 * 2 ** 30;

function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= neededBytes && process.availableMemory() >= 2 * neededBytes;
}

/** Ends the PostgreSQL of each runner that was killed with -9, and gives its memory back. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    const [, runner] = /^latchkey-test-(\d+)-/.exec(name) ?? [];
    if (runner === undefined || isAlive({ pid: Number(runner), mark: runnerMark })) continue;
    const dataDir = join(place, name, 'postgres/data');
    const lockFile = join(dataDir, 'postmaster.pid');
    if (existsSync(lockFile)) {
      const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
      await endProcess({ pid, mark: dataDir }, 'SIGINT');
    }
    rmSync(join(place, name), { recursive: true, force: true });
  }
}

/**
 * An empty folder in memory, where PostgreSQL makes and drops a database in a tenth of the time; undefined where the
 * machine has not 4 GiB for it. What killed runners have left there is removed.
 */
export async function makeMemoryFolder(place = memory): Promise<string | undefined> {
  if (!hasRoom(place)) return undefined;
  await removeLeftovers(place);
  return mkdtempSync(join(place, `latchkey-test-${process.pid}-`));
}
