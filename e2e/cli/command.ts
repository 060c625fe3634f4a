import { spawn } from 'node:child_process';
import { keepCode } from '../../infra/local/child-process.ts';
import type { Urls } from '../../infra/local/environment.ts';

export interface Running {
  /** What it printed, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: Buffer; readonly err: string }>;
  /** Waits until it has printed this on the standard error. */
  sees(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the program in a process of its own, with a home of its own. */
export function startCommand(
  program: readonly [string, ...string[]],
  home: string,
  { sso, userApi, drop }: Urls,
  more: Readonly<Record<string, string>> = {},
): Running {
  const env = {
    ...keepCode(),
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    SSO_URL: sso,
    USER_API_URL: userApi,
    DROP_URL: drop,
  };
  const child = spawn(program[0], program.slice(1), {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    ended: ended.then((code) => ({ code, out: Buffer.concat(out), err })),
    async sees(pattern) {
      let isOver = false;
      void ended.then(() => (isOver = true));
      for (;;) {
        const found = pattern.exec(err);
        if (found !== null) return found;
        if (isOver) throw new Error(`ended without ${String(pattern)}: ${err}`);
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
    },
    kill: (signal) => void child.kill(signal),
  };
}
