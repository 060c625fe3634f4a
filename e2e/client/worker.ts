import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Task } from './relying-party-worker.ts';

export interface Worker {
  /** How it ended; the code is null where it was killed. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly lines: readonly string[];
    readonly errors: string;
  }>;
  /** Waits until it has printed that number of lines or has ended. */
  said(count: number): Promise<void>;
  kill(): void;
}

/** CLIENT_WORKER names another command: the same program over the built package, for another version of Node. */
const [command = '', ...words] = process.env['CLIENT_WORKER']?.split(' ') ?? [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, 'relying-party-worker.ts'),
];

/** Runs a relying party in a process of its own. */
export function startWorker(task: Task): Worker {
  const child = spawn(command, [...words, JSON.stringify(task)]);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (piece) => (output += String(piece)));
  child.stderr.on('data', (piece) => (errors += String(piece)));
  const readLines = () => output.split('\n').slice(0, -1);
  return {
    ended: new Promise((resolve) =>
      child.on('close', (code) => resolve({ code, lines: readLines(), errors })),
    ),
    said: (count) =>
      new Promise((resolve) => {
        child.stdout.on('data', () => readLines().length >= count && resolve());
        child.on('close', () => resolve());
      }),
    kill: () => void child.kill('SIGKILL'),
  };
}
