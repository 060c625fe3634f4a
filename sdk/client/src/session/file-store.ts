import { readFile, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createDraft, nameFile, type Draft } from './draft.ts';
import { isRunning, takeFileLock, type HeldLock } from './file-lock.ts';
import { createQueue } from './queue.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';

export { findTarget, ignoreMissing, isRunning };

/** The error of a broken file quotes nothing of it: it may hold tokens. */
function parse(path: string, text: string): SessionRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const isRecord = typeof value === 'object' && value !== null && 'status' in value && 'revision' in value;
  if (!isRecord) throw new Error(`${path} holds no session`);
  return value as SessionRecord;
}

interface Held {
  readonly lock: HeldLock;
  readonly draft: Draft;
}

/**
 * Keeps a session in a file that only its owner can read (0600). A change is a new file that takes the old one's place,
 * so that a crash leaves one or the other; a link stays one. Several processes of one machine may share the file.
 */
export function createFileStore(path: string): SessionStore {
  const locks = createQueue();
  const writes = createQueue();
  let held: Held | undefined;

  async function read(): Promise<SessionRecord | undefined> {
    const text = await readFile(path, 'utf8')
      .catch(ignoreMissing)
      .catch((error: Error) => {
        throw nameFile(path, 'read', error);
      });
    return text === undefined ? undefined : parse(path, text);
  }

  async function locked<T>(work: (held: Held) => Promise<T>): Promise<T> {
    const { lock, target } = await findTarget(path)
      .then(async (found) => ({ lock: await takeFileLock(found), target: found }))
      .catch((error: Error) => {
        throw nameFile(path, 'locked', error);
      });
    const mine = { lock, draft: createDraft(target, lock.draft) };
    held = mine;
    try {
      return await work(mine);
    } finally {
      held = undefined;
      // A write beside the work may be under this lock as well. A draft that is left would keep others waiting.
      await writes(mine.draft.discard);
      await lock.release();
    }
  }

  const write = (mine: Held, record: SessionRecord) => writes(() => replaceUnder(mine, record));

  async function replaceUnder({ lock, draft }: Held, record: SessionRecord): Promise<boolean> {
    const stored = await read();
    if ((stored?.revision ?? 0) !== record.revision - 1 || !(await lock.isHeld())) return false;
    try {
      await draft.replace(JSON.stringify(record));
      return true;
    } catch (error) {
      // Whoever took this process for dead has removed its draft as well.
      if (await lock.isHeld()) throw nameFile(path, 'written', error as Error);
      return false;
    }
  }

  return {
    read,
    // A write needs the lock: the one that this process holds, or one of its own.
    replace: (record) =>
      held === undefined ? locks(() => locked((mine) => write(mine, record))) : write(held, record),
    lock: (work) => locks(() => locked(() => work())),
    async makeRoom() {
      const mine = held;
      if (mine !== undefined) await writes(mine.draft.makeRoom);
    },
  };
}

/** Undefined where nothing is there. What may not be read is there. */
const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/**
 * Where the links of a path lead, also to a file that is not there yet. Who replaces a file replaces this one: another
 * file in the place of a link would leave the older content under the other name.
 */
async function findTarget(path: string): Promise<string> {
  const found = await realpath(path).catch(ignoreMissing);
  if (found !== undefined) return found;
  const folder = (await realpath(dirname(path)).catch(ignoreMissing)) ?? resolve(dirname(path));
  const link = await readlink(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EINVAL' ? undefined : ignoreMissing(error),
  );
  return link === undefined ? join(folder, basename(path)) : findTarget(resolve(folder, link));
}
