import { open, rename, rm } from 'node:fs/promises';
import { agrees } from './ask.ts';
import type { Shell } from './shell.ts';

/**
 * Gives a file of this folder the name that its drop travelled with, and answers where the file is then. A file of that
 * name is replaced only where the person on the terminal says so.
 */
export async function giveName(shell: Shell, path: string, name: string): Promise<string> {
  const to = `./${name}`;
  const isFree = await open(to, 'wx', 0o600).then(
    (file) => file.close().then(() => true),
    (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? false : undefined),
  );
  const isWanted = isFree === false ? await mayReplace(shell, name) : isFree === true;
  if (!isWanted) return path;
  return rename(path, to).then(
    () => to,
    async () => {
      if (isFree === true) await rm(to, { force: true });
      return path;
    },
  );
}

/** The drop is taken already: an answer that cannot be had is a no. */
async function mayReplace(shell: Shell, name: string): Promise<boolean> {
  if (shell.stdin.isTTY !== true) return false;
  return agrees(shell, `${name} exists. Replace it?`).catch(() => false);
}
