import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** A timer of more milliseconds ends at once. */
const longestTimerMs = 2 ** 31 - 1;

export function waitOnClock(ms: number, signal?: AbortSignal): Promise<void> {
  return wait(Math.min(ms, longestTimerMs), undefined, signal === undefined ? {} : { signal });
}

/** Starts the browser of the desktop and does not wait for it. */
export function openBrowser(address: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  // Without a browser the address is on the terminal all the same.
  child.on('error', () => undefined).unref();
}
