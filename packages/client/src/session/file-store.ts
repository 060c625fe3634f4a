import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { takeFileLock, type HeldLock } from './file-lock.ts';
import { createQueue } from './queue.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';

/**
 * Keeps a session in a file that its owner alone can read (0600). A change is a new file that takes the old one's place,
 * so that a crash leaves one or the other. Several processes of one machine may share the file.
 */
export function createFileStore(path: string): SessionStore {
  const locks = createQueue();
  const writes = createQueue();
  let held: HeldLock | undefined;

  async function read(): Promise<SessionRecord | undefined> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : (JSON.parse(text) as SessionRecord);
  }

  async function locked<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
    const lock = await takeFileLock(path);
    held = lock;
    try {
      return await work(lock);
    } finally {
      held = undefined;
      // A write beside the work may be under this lock as well.
      await writes(async () => undefined);
      await lock.release();
    }
  }

  const write = (lock: HeldLock, record: SessionRecord) => writes(() => replaceUnder(lock, record));

  async function replaceUnder(lock: HeldLock, record: SessionRecord): Promise<boolean> {
    const stored = await read();
    if ((stored?.revision ?? 0) !== record.revision - 1 || !(await lock.isHeld())) return false;
    try {
      await writeWhole(path, JSON.stringify(record), lock.draft);
      return true;
    } catch (error) {
      // Whoever took this process for dead has removed its draft as well.
      if (await lock.isHeld()) throw error;
      return false;
    }
  }

  return {
    read,
    // A write needs the lock: the one that this process holds, or one of its own.
    replace: (record) =>
      held === undefined ? locks(() => locked((lock) => write(lock, record))) : write(held, record),
    lock: (work) => locks(() => locked(() => work())),
  };
}

/** The content is on the disk before the name leads to it. */
async function writeWhole(path: string, text: string, draft: string): Promise<void> {
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const folder = await open(dirname(path)).catch(() => undefined);
  // Windows can open no folder and needs no such call.
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
