import type { Shell } from './shell.ts';

type Environment = Pick<Shell, 'env'>;

/** A variable without the blanks and line ends around it, which no token, address, id or code has; undefined where it is empty. */
export function readVariable({ env }: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** A secret that a person has chosen, byte for byte, but for the line end that an editor or echo has put behind it. */
export const trimSecret = (text: string): string => text.replace(/\r?\n$/, '');

/** A variable with such a secret; undefined where it is empty. */
export function readSecretVariable({ env }: Environment, name: string): string | undefined {
  return trimSecret(env[name] ?? '') || undefined;
}
