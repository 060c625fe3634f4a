import { readFile } from 'node:fs/promises';
import { createComplaint, exitCodes } from './failure.ts';
import type { Shell } from './shell.ts';

/** Options of commands that take the key of a drop. */
export const keyOptions = {
  'key-file': { type: 'text', value: 'FILE', summary: 'Read the key from this file.' },
  key: { type: 'text', summary: 'The key itself: it stays in the shell’s history.' },
} as const;

interface KeyInput {
  readonly key: string | undefined;
  readonly 'key-file': string | undefined;
}

/** The key that an option, LATCHKEY_DROP_KEY or, where `isAsked`, the person on the terminal gives. */
export async function findKey(
  shell: Pick<Shell, 'env' | 'stdin' | 'askSecret'>,
  { key, 'key-file': file }: KeyInput,
  isAsked: boolean,
): Promise<string | undefined> {
  if (key !== undefined) return key;
  if (file !== undefined) return readKeyFile(file);
  const { LATCHKEY_DROP_KEY: fromVariable } = shell.env;
  if (fromVariable) return fromVariable;
  if (!isAsked) return undefined;
  if (shell.stdin.isTTY !== true)
    throw createComplaint('The key is missing: give --key-file or LATCHKEY_DROP_KEY.', exitCodes.unclear);
  return shell.askSecret('Key of the drop: ');
}

/** A file that an editor or echo wrote ends with a line feed, which is no part of the key. */
async function readKeyFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw createComplaint(`${file} cannot be read.`);
  });
  return text.replace(/\r?\n$/, '');
}
