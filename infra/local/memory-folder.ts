import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, isAlive } from './leftovers.ts';

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
