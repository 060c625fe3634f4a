import { readFile, rename, writeFile } from 'node:fs/promises';
import { addSigningKey } from '@latchkey/tokens';

/**
 * The command `keys:rotate`: adds one signing key to the file that SIGNING_KEYS_FILE names, making the file when there
 * is none. `--if-missing` leaves a file that is there alone, for installations that start themselves.
 * Source: contract part 0 "Access tokens".
 */
async function rotateSigningKeys(path: string, onlyIfMissing: boolean): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined && onlyIfMissing) return `${path} is there already.`;
  const next = await addSigningKey(text === undefined ? { now: Date.now() } : { text, now: Date.now() });
  // Written beside and renamed, so that a service reading meanwhile sees a whole file.
  await writeFile(`${path}.next`, next, { mode: 0o600 });
  await rename(`${path}.next`, path);
  return `${path} holds a new signing key.`;
}

const path = process.env['SIGNING_KEYS_FILE'];
if (path === undefined || path === '') {
  process.stderr.write('SIGNING_KEYS_FILE names no file.\n');
  process.exit(1);
}
process.stdout.write(`${await rotateSigningKeys(path, process.argv.includes('--if-missing'))}\n`);
