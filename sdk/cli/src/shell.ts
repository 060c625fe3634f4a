import type { Clock } from '@latchkey/client';
import type { Terminal } from '@latchkey/client/login';

/** Where bytes or lines go; `isTTY` says that it is a terminal, of this size. */
interface Output {
  write(chunk: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Everything outside the process that the command uses. */
export interface Shell extends Omit<Terminal, 'stderr'> {
  /** The folder of the profiles; only its owner can read what is in it. */
  readonly configDir: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes all bytes to the standard output, or throws. */
  deliver(bytes: Uint8Array): Promise<void>;
  readonly fetch: typeof fetch;
  /** What may help where a service cannot be reached, such as a word on proxies. */
  readonly reachAdvice?: string | undefined;
  readonly clock: Clock;
  readonly pid: number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Whether the standard error is a terminal that obeys escapes. */
export const isSmart = ({ stderr, env }: Pick<Shell, 'stderr' | 'env'>): boolean =>
  stderr.isTTY === true && env['TERM'] !== 'dumb';

/** Whether the locale has the signs that pictures are made of; where it is not named, it may. */
export function showsBlocks({ LC_ALL, LC_CTYPE, LANG }: Shell['env']): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || 'UTF-8';
  return /utf-?8/i.test(locale);
}
