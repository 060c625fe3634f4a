import { randomBytes, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createComplaint } from './failure.ts';

/** What a drop can hold (contract part 3). */
export const maxDropBytes = 1_048_576;

/** A new file of its owner alone, with room for any drop. */
export interface DropTarget {
  readonly path: string;
  keep(bytes: Uint8Array): Promise<void>;
  /** Removes the file, where its room was not needed. */
  discard(): Promise<void>;
}

/** Makes the file `out`; without a name one in this folder, or in that of temporary files. */
export async function makeTarget(id: string, out: string | undefined): Promise<DropTarget> {
  const name = id.replace(/[^\w~-]/g, '_');
  const other = `${name}.${randomUUID()}.drop`;
  const paths = out === undefined ? [`./${name}.drop`, `./${other}`, join(tmpdir(), other)] : [out];
  let failure = '';
  for (const path of paths) {
    try {
      return await reserve(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      failure = `${path} cannot be created with room for the drop (${code}); the drop was not taken.`;
    }
  }
  throw createComplaint(failure);
}

async function reserve(path: string): Promise<DropTarget> {
  const file = await open(path, 'wx', 0o600);
  const discard = async () => {
    await file.close();
    await rm(path);
  };
  try {
    // Random bytes take their whole room also on a disk that compresses.
    await file.writeFile(randomBytes(maxDropBytes));
    await file.sync();
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    path,
    discard,
    async keep(bytes) {
      for (let at = 0; at < bytes.length;)
        at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
      await file.truncate(bytes.length);
      await file.sync();
      await file.close();
    },
  };
}
