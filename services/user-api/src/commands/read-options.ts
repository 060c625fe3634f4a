import { foldEmail, isMailAddress } from '@latchkey/contracts';
import { isName, nameField } from '../account/name.ts';

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean', default: false } as const;

/** Throws a sentence when the text is no name. */
export function readName(name: string | undefined): string {
  if (name === undefined || !isName(name))
    throw new Error(`--name must be ${nameField.allowed}, at most ${nameField.maxLength} characters.`);
  return name;
}

/** A list with commas. */
export function readList(list: string | undefined): string[] | undefined {
  return list?.split(/[\s,]+/).filter((part) => part !== '');
}

/** Throws a sentence when the text is no address. */
export function readEmail(email: string | undefined): string {
  const folded = foldEmail(email ?? '');
  if (!isMailAddress(folded)) throw new Error('--email must be an address such as ops@example.com.');
  return folded;
}
