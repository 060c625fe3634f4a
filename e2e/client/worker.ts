import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Worker {
  /** What it printed, its failure last, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  /** Calls back with each piece of what it prints. */
  onOutput(listener: () => void): void;
  kill(): void;
}

/** Runs a program of this folder in a process of its own. */
export function startWorker(program: 'refresh-worker' | 'login-worker', args: readonly string[]): Worker {
  const path = join(import.meta.dirname, `${program}.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)));
  return {
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))),
    onOutput: (listener) => void child.stdout.on('data', listener),
    kill: () => void child.kill('SIGKILL'),
  };
}
