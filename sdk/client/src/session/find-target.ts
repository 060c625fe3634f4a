import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Undefined where nothing is there. What may not be read is there. */
export const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/**
 * Where the links of a path lead, also to a file that is not there yet. Who replaces a file replaces this one: another
 * file in the place of a link would leave the older content under the other name.
 */
export async function findTarget(path: string): Promise<string> {
  const found = await realpath(path).catch(ignoreMissing);
  if (found !== undefined) return found;
  const folder = (await realpath(dirname(path)).catch(ignoreMissing)) ?? resolve(dirname(path));
  const link = await readlink(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EINVAL' ? undefined : ignoreMissing(error),
  );
  return link === undefined ? join(folder, basename(path)) : findTarget(resolve(folder, link));
}
