import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from '../../infra/local/paths.ts';
import { readBlocks } from '../process/guide.ts';

/** The commands of an example's README, but for the first one, which starts what the test's own stack stands in for. */
export function readCommands(example: string): string[] {
  const [block, ...others] = readBlocks(join(rootDir, 'sdk/examples', example, 'README.md'));
  const [first, ...rest] = block?.commands.trim().split('\n') ?? [];
  if (first !== 'npm start' || rest.length !== 2 || others.length > 0)
    throw new Error(`The README of ${example} is not three commands that begin with npm start.`);
  return rest;
}

export interface StartedCommand {
  /** Resolves with the match once it stands in what the command has printed. Throws all of it when the command ends first. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  /** Sends a signal to the command and all that it has started, and waits for their end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a command as a person types it at the root of the checkout. */
export function startCommand(command: string, env: Record<string, string>): StartedCommand {
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: rootDir,
    env: { ...process.env, npm_config_update_notifier: 'false', ...env },
    // A group of its own: npm stands between the shell and the program.
    detached: true,
  });
  let output = '';
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      tell();
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => {
      hasEnded = true;
      resolve({ code, output });
      tell();
    }),
  );
  return {
    ended,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (match === null && !hasEnded) return;
          listeners.delete(look);
          if (match === null) reject(new Error(`"${command}" ended and printed:\n${output}`));
          else resolve(match);
        };
        listeners.add(look);
        look();
      }),
    async stop(signal = 'SIGTERM') {
      if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, signal);
      await ended;
    },
  };
}

/** What a person needs to decide about the login that an example has printed. */
export async function readLogin({ waitFor }: StartedCommand): Promise<{ readonly userCode: string }> {
  const [, userCode = ''] = await waitFor(/the code ([A-Z-]+)/);
  return { userCode };
}
