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
  const queue = createQueue();
  let held: HeldLock | undefined;

  async function read(): Promise<SessionRecord | undefined> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : (JSON.parse(text) as SessionRecord);
  }

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    held = await takeFileLock(path);
    try {
      return await work();
    } finally {
      const { release } = held;
      held = undefined;
      await release();
    }
  }

  const replaceNow = async (record: SessionRecord) => {
    const stored = await read();
    if ((stored?.revision ?? 0) !== record.revision - 1 || !(await held?.isHeld())) return false;
    await writeWhole(path, JSON.stringify(record));
    return true;
  };
  // Writes of one process go one after the other; each needs the lock, its caller's or one of its own.
  const writes = createQueue();

  return {
    read,
    replace: (record) =>
      writes(() => (held === undefined ? queue(() => locked(() => replaceNow(record))) : replaceNow(record))),
    lock: (work) => queue(() => locked(work)),
  };
}

/** The content is on the disk before the name leads to it. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
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
