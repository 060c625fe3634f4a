import { foldEmail, isMailAddress } from '@latchkey/contracts';
import { Unclear } from '@latchkey/database';
import { nameField, readName as readNameOf } from '../accounts/name.ts';

export const emailOption = {
  email: { type: 'text', value: 'ADDRESS', summary: 'The address of the operator.' },
} as const;

/** Throws a sentence when the text is no name. */
export function readName(name: string | undefined): string {
  const read = readNameOf(name ?? '');
  if (read === undefined)
    throw new Unclear(`--name must be ${nameField.allowed}, at most ${nameField.maxLength} characters.`);
  return read;
}

/** Throws a sentence when the text is no address. */
export function readEmail(email: string | undefined): string {
  const folded = foldEmail(email ?? '');
  if (!isMailAddress(folded)) throw new Unclear('--email must be an address such as ops@example.com.');
  return folded;
}
