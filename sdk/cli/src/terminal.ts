import { fstatSync, writeFile } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A timer of more milliseconds ends at once. */
const longestTimerMs = 2 ** 31 - 1;

export function waitOnClock(ms: number, signal?: AbortSignal): Promise<void> {
  return wait(Math.min(ms, longestTimerMs), undefined, signal === undefined ? {} : { signal });
}

/**
 * Writes all bytes to the standard output. Node's own stream for a file reports no error where a disk that is full takes
 * a part of them.
 */
export async function deliver(bytes: Uint8Array): Promise<void> {
  const { stdout } = process;
  if (fstatSync(stdout.fd).isFile()) return promisify(writeFile)(stdout.fd, bytes);
  await new Promise<void>((resolve, reject) => {
    // Beside this listener that of the command line would end the process with 0 when the reader stops early.
    const others = stdout.listeners('error') as ((error: Error) => void)[];
    stdout.removeAllListeners('error').once('error', reject);
    stdout.write(bytes, (error) => {
      if (error) return reject(error);
      stdout.off('error', reject);
      for (const other of others) stdout.on('error', other);
      resolve();
    });
  });
}
