import { createComplaint, type Shell } from './shell.ts';

/**
 * The key of a drop: the second argument, or LATCHKEY_DROP_KEY, which neither the shell's history nor other users of
 * the machine can see.
 */
export function readKey({ env }: Pick<Shell, 'env'>, given: string | undefined): string {
  const key = given ?? env['LATCHKEY_DROP_KEY'];
  if (key) return key;
  throw createComplaint('The key is missing: give it after the id, or in LATCHKEY_DROP_KEY.');
}
