import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, type KnownProcess } from './process-table.ts';

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
