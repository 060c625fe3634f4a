import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { waitUntil } from './ports.ts';

/** A process and a part of its command line, since numbers are used again. */
export interface KnownProcess {
  pid: number;
  mark: string;
}

/** The command line of a living process, undefined when there is none. A slim Linux has /proc but no `ps`. */
function readCommandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

/** Whether the process lives and is the one it is taken for. */
export function isAlive({ pid, mark }: KnownProcess): boolean {
  return readCommandLine(pid)?.includes(mark) ?? false;
}

const endLimitSeconds = 30;

/** Ends the process, with SIGKILL after 30 s. Does nothing when it is gone or another process has its number. */
export async function endProcess(known: KnownProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isAlive(known)) return;
  process.kill(known.pid, signal);
  try {
    await waitUntil(
      async () => !isAlive(known),
      () => new Error(`Process ${known.pid} does not end.`),
      endLimitSeconds,
    );
  } catch {
    process.kill(known.pid, 'SIGKILL');
  }
}
