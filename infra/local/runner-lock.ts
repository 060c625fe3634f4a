import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './process-table.ts';
import type { Teardown } from './teardown.ts';

const lockName = 'runner.pid';
const mark = 'infra/local/start.ts';

/** Throws the sentence that says which process runs the stack whose state is in `folder`. */
export function assertNotRunning(folder: string): void {
  const lockFile = join(folder, lockName);
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8'));
  if (pid === process.pid || !isAlive({ pid, mark })) return;
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
