import { chown, mkdir, readFile, readlink, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineCommand } from '@latchkey/database';
import { addSigningKey, pruneSigningKeys } from '@latchkey/tokens';
import { readKeysFile } from '../config.ts';

const sourceTree = fileURLToPath(new URL('../../../..', import.meta.url));
/** The one folder of the source tree that git and Docker leave out. */
const stateDir = join(sourceTree, '.latchkey');

/** Source: contract part 0 "Access tokens". */
export const rotateKeys = defineCommand({
  name: 'keys rotate',
  summary: 'Adds a signing key to the file of SIGNING_KEYS_FILE, or makes the file.',
  details:
    'It removes the keys that nothing needs any more. Running services read the file again by themselves.',
  options: { 'if-missing': { type: 'flag', summary: 'Leave a file that exists as it is.' } },
  async run({ 'if-missing': onlyIfMissing }, { env }) {
    const path = readKeysFile(env);
    try {
      return `${await rotateSigningKeys(path, onlyIfMissing)}\n`;
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  },
});

const isInside = (folder: string, path: string): boolean => relative(folder, path).split(sep)[0] !== '..';

/** Refuses a file that git or `docker build` would take along (contract part 0 "Production"). */
function assertOutsideSources(path: string): void {
  if (isInside(sourceTree, path) && !isInside(stateDir, path))
    throw new Error('a key file must be outside of the source tree, or below its folder .latchkey');
}

async function rotateSigningKeys(path: string, onlyIfMissing: boolean): Promise<string> {
  for (const place of [resolve(path), await findTarget(path)]) assertOutsideSources(place);
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  const now = Date.now();
  if (text === undefined) await replaceFile(path, await addSigningKey({ now }));
  else if (onlyIfMissing) return `${path} is there already.`;
  else await replaceFile(path, await addSigningKey({ text: pruneSigningKeys({ text, now }), now }));
  return `${path} holds a new signing key.`;
}

/** Undefined where nothing is there. What may not be read is there. */
const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/**
 * Where the links of a path lead, also to a file that is not there yet. Another file in the place of a link would leave
 * the older keys where other hosts read them.
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

/**
 * Written to a file next to it and renamed, so that a service reading meanwhile sees a whole file, and may still read
 * it. A link stays one.
 */
async function replaceFile(named: string, text: string): Promise<void> {
  const path = await findTarget(named);
  const next = `${path}.next`;
  const former = await stat(path).catch(ignoreMissing);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(next, text, { mode: former?.mode ?? 0o600 });
  if (former !== undefined) await chown(next, former.uid, former.gid);
  await rename(next, path);
}
