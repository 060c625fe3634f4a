import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { assertServersAllowed } from '@latchkey/testing';
import { forgetProcess, noteProcess } from './leftovers.ts';
import type { Teardown } from './teardown.ts';

export interface RunningProcess {
  pid: number;
  /** Settles with a sentence when the process ends, whoever ended it. */
  ended: Promise<string>;
  hasEnded: () => boolean;
  stop: () => Promise<void>;
  /** Ends it at once, by kill -9. */
  kill: () => Promise<void>;
}

export interface ProcessPlan {
  command: string;
  args: string[];
  options?: SpawnOptions;
  /** Everything the process prints goes here; its number goes into a file beside it (see leftovers.ts). */
  logFile: string;
  /** A part of the process's command line, to know it again by. */
  mark: string;
  input?: string;
  stopSignal: NodeJS.Signals;
  /** After this long it is killed. */
  stopLimitSeconds: number;
}

/** Resolves once `ended` has, or after the limit. */
async function waitForEnd(ended: Promise<unknown>, limitSeconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitSeconds * 1000);
  });
  await Promise.race([ended, limit]);
  clearTimeout(timer);
}

function spawnLogged(plan: ProcessPlan): ChildProcess {
  assertServersAllowed(`starts ${plan.command}`);
  const log = openSync(plan.logFile, 'w');
  // A session of its own: Ctrl-C in the terminal must reach the runner alone, which stops its children in order.
  const child = spawn(plan.command, plan.args, {
    ...plan.options,
    detached: true,
    stdio: [plan.input === undefined ? 'ignore' : 'pipe', log, log],
  });
  closeSync(log);
  child.stdin?.on('error', () => undefined).end(plan.input);
  return child;
}

/** Starts a process in a session of its own and registers its end. Throws a sentence when it cannot be run at all. */
export async function startProcess(plan: ProcessPlan, teardown: Teardown): Promise<RunningProcess> {
  const child = spawnLogged(plan);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${plan.command} could not be run: ${error.message}`));
    child.once('exit', (code, signal) => resolve(`${plan.command} ended (${signal ?? `code ${code}`})`));
  });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (!hasEnded()) child.kill(plan.stopSignal);
    await waitForEnd(ended, plan.stopLimitSeconds);
    if (!hasEnded()) child.kill('SIGKILL');
    await ended;
    forgetProcess(plan.logFile);
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  if (child.pid === undefined) throw new Error(await ended);
  teardown.add(stop);
  noteProcess(plan.logFile, { pid: child.pid, mark: plan.mark });
  return { pid: child.pid, ended, hasEnded, stop, kill };
}

/** Lets a program keep the code that Node has compiled, where the tests have a place for it: it starts in half the time. */
export function keepCode(): Record<string, string> {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** The last lines of a log, for a message about a process that died. */
export function readTail(logFile: string, lines = 20): string {
  if (!existsSync(logFile)) return '';
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

const execute = promisify(execFile);

/** Runs a short command and returns what it printed. Throws its standard error as the message. */
export async function runToEnd(command: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  try {
    const { stdout } = await execute(command, args, {
      ...options,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const {
      stderr = '',
      stdout = '',
      message = '',
    } = error as { stderr?: string; stdout?: string; message?: string };
    throw new Error(`${stderr}${stdout}`.trim() || message, { cause: error });
  }
}

/** The first file of that name on the PATH that may be run. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** Whether the file is there and may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
