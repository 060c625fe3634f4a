import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './ports.ts';
import type { Teardown } from './teardown.ts';

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

function pidFileOf(logFile: string): string {
  return logFile.replace(/\.log$/, '.pid');
}

/** Notes a started process beside its log, so that a runner killed with -9 leaves a trace of it. */
export function noteProcess(logFile: string, known: KnownProcess): void {
  writeFileSync(pidFileOf(logFile), JSON.stringify(known));
}

/** The process has ended in order. */
export function forgetProcess(logFile: string): void {
  rmSync(pidFileOf(logFile), { force: true });
}

/** Ends what a killed runner left running in the folder of logs, last started first. */
export async function endLeftovers(logDir: string): Promise<void> {
  if (!existsSync(logDir)) return;
  const pidFiles = readdirSync(logDir)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => join(logDir, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const pidFile of pidFiles) {
    // SIGINT is PostgreSQL's quick way down; node and Redis take it as they take SIGTERM.
    await endProcess(JSON.parse(readFileSync(pidFile, 'utf8')) as KnownProcess, 'SIGINT');
    rmSync(pidFile, { force: true });
  }
}

const lockName = 'runner.pid';
const runnerMark = 'infra/local/start.ts';

/** Throws the sentence that says which process runs the stack whose state is in `folder`. */
export function assertNotRunning(folder: string): void {
  const lockFile = join(folder, lockName);
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8'));
  if (pid === process.pid || !isAlive({ pid, mark: runnerMark })) return;
  throw new Error(
    `Latchkey already runs from this folder (process ${pid}). Stop it with Ctrl-C there first.`,
  );
}

/** Notes that this process runs the stack whose state is in `folder`. Throws as `assertNotRunning` does. */
export function lockRunner(folder: string, teardown: Teardown): void {
  assertNotRunning(folder);
  const lockFile = join(folder, lockName);
  mkdirSync(folder, { recursive: true });
  writeFileSync(lockFile, String(process.pid));
  teardown.add(() => rmSync(lockFile, { force: true }));
}
