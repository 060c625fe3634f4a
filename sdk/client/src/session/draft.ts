import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How much room is made for the next record: its tokens may be longer. */
const longerThanNow = 2;

/** The next content of a file, which takes the file's place whole. */
export interface Draft {
  /** Takes the room on the disk that the next content needs, and throws where there is none. */
  makeRoom(): Promise<void>;
  /** Puts `text` in the place of the file. It is on the disk before the name leads to it. */
  replace(text: string): Promise<void>;
  /** Removes what no content came for. */
  discard(): Promise<void>;
}

/** The draft of the file at `path`, kept in a file named `draft`, for one use. */
export function createDraft(path: string, draft: string): Draft {
  /** Open since room was made. */
  let room: FileHandle | undefined;

  async function discard(): Promise<void> {
    if (room === undefined) return;
    await room.close().catch(() => undefined);
    room = undefined;
    await rm(draft, { force: true });
  }

  return {
    discard,
    async makeRoom() {
      try {
        room ??= await open(draft, 'wx', 0o600);
        const stored = await stat(path).catch(() => undefined);
        await fill(room, (stored?.size ?? 0) * longerThanNow);
      } catch (error) {
        throw nameFile(path, 'written', error as Error);
      }
    },
    async replace(text) {
      const file = room ?? (await open(draft, 'wx', 0o600));
      room = undefined;
      try {
        try {
          await file.writeFile(text);
          await file.truncate(Buffer.byteLength(text));
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
    },
  };
}

/** The failure of a file in words that name it: the system names the draft, the lock or nothing. */
export function nameFile(path: string, done: 'read' | 'written' | 'locked', cause: Error): Error {
  return new Error(`${path} cannot be ${done}: ${cause.message}`, { cause });
}

/** Takes this many bytes of the disk. They are random, because a file system may store others in less room. */
async function fill(file: FileHandle, size: number): Promise<void> {
  const { bytesWritten } = await file.write(randomBytes(size), 0, size, 0);
  if (bytesWritten < size) throw new Error('no space is left');
  await file.sync();
}
