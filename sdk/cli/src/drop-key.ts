import { trimDropKey } from '@latchkey/client';
import { readSecret, readSecretFile } from './ask.ts';
import { createComplaint, exitCodes } from './failure.ts';
import type { Shell } from './shell.ts';
import { readSecretVariable } from './variables.ts';

export const keyOptions = {
  'key-file': { type: 'text', value: 'FILE', summary: 'Read the key from this file.' },
  key: { type: 'text', summary: 'The key itself: it stays in the shell’s history.' },
} as const;

interface KeyInput {
  readonly key: string | undefined;
  readonly 'key-file': string | undefined;
}

/** The key that an option, LATCHKEY_DROP_KEY or, where `isAsked`, the person on the terminal gives. */
export async function findKey(...from: Parameters<typeof readKey>): Promise<string | undefined> {
  const key = await readKey(...from);
  return key === undefined ? undefined : trimDropKey(key);
}

async function readKey(
  shell: Shell,
  { key, 'key-file': file }: KeyInput,
  isAsked: boolean,
): Promise<string | undefined> {
  if (key !== undefined) return key;
  if (file !== undefined) return readSecretFile(file);
  const fromVariable = readSecretVariable(shell, 'LATCHKEY_DROP_KEY');
  if (fromVariable !== undefined) return fromVariable;
  if (!isAsked) return undefined;
  if (shell.stdin.isTTY !== true)
    throw createComplaint('The key is missing: give --key-file or LATCHKEY_DROP_KEY.', exitCodes.unclear);
  return readSecret(shell, 'Key of the drop: ');
}

const shortestKey = 12;
const fewestCharacters = 5;

/** Whether somebody could guess a key that a person has chosen. */
export function isWeakKey(key: string): boolean {
  return key.length < shortestKey || new Set(key).size < fewestCharacters;
}
