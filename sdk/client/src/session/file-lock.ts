import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** How often a holder shows that it lives. */
const beatMs = 2_000;
/**
 * After this long without a beat a holder counts as dead, where its process cannot be looked up: on another host, or
 * under a number that another process has got since. It is well within the 30 s in which a refresh can be repeated.
 */
const staleMs = 15_000;
const longestPauseMs = 40;
/** Names of hosts have dots, which separate the parts of a file's name here. */
const host = encodeURIComponent(hostname()).replaceAll('.', '!');

export interface HeldLock {
  /** Where the holder may prepare a file: who removes the lock of a dead process removes its draft as well. */
  readonly draft: string;
  /** Whether nobody has taken this lock for dead. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock of the file at `path`. Whoever wants it writes a file of its own beside it and holds the lock if it then
 * sees no other living one; of two that write at once, at least one sees the other and steps back. No name is used
 * twice, so the file of a dead holder can be removed by anybody at any time.
 */
export async function takeFileLock(path: string): Promise<HeldLock> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.lock.`;
  const mine = `${prefix}${host}.${process.pid}.${crypto.randomUUID()}`;
  const file = join(folder, mine);
  const release = () => rm(file, { force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    if (!(await isContended(folder, prefix, mine))) {
      await (await open(file, 'wx', 0o600)).close();
      const isMine = !(await isContended(folder, prefix, mine));
      if (isMine) return hold(file, release);
      await release();
    }
    await new Promise((resolve) => void setTimeout(resolve, Math.random() * longestPauseMs));
  }
}

function hold(file: string, release: () => Promise<void>): HeldLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();
  return {
    draft: `${file}.tmp`,
    isHeld: async () => (await findAgeMs(file)) !== undefined,
    async release() {
      clearInterval(beat);
      await release();
    },
  };
}

/** Whether another living process wants or holds the lock; files of dead ones are removed. */
async function isContended(folder: string, prefix: string, mine: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name !== mine);
  const living = await Promise.all(
    names.map(async (name) => {
      if (await isAlive(join(folder, name), name.slice(prefix.length))) return true;
      await rm(join(folder, name), { force: true });
      return false;
    }),
  );
  return living.includes(true);
}

async function isAlive(file: string, owner: string): Promise<boolean> {
  const [itsHost, pid] = owner.split('.');
  if (itsHost === host && !isRunning(Number(pid))) return false;
  const ageMs = await findAgeMs(file);
  return ageMs !== undefined && ageMs < staleMs;
}

/** Undefined for a file that is gone. */
async function findAgeMs(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && Date.now() - found.mtimeMs;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process runs all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
