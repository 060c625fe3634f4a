import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export function waitOnClock(ms: number, signal?: AbortSignal): Promise<void> {
  return wait(ms, undefined, signal === undefined ? {} : { signal });
}

/** Reads a line from the terminal without showing it. Ctrl-C interrupts the process as it does elsewhere. */
export function askSecret(question: string): Promise<string> {
  const { stdin, stderr, pid } = process;
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => {
      process.kill(pid, 'SIGINT');
      // The signal arrives before the promise is looked at.
      setImmediate(() => lines.close());
    });
    lines.once('close', () => reject(new Error('Nothing was typed.')));
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
  }).finally(() => void stderr.write('\n')) as Promise<string>;
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
