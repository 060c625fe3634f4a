import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDir } from './paths.ts';
import { isAlive } from './process-table.ts';
import type { Teardown } from './teardown.ts';

const lockFile = join(stateDir, 'runner.pid');

/** Throws the sentence that says where the stack of this checkout runs. */
export function assertNotRunning(): void {
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8'));
  if (pid === process.pid || !isAlive({ pid, mark: 'infra/local/start.ts' })) return;
  throw new Error(
    `Latchkey already runs from this folder (process ${pid}). Stop it with Ctrl-C there first.`,
  );
}

/** Notes that this process runs the stack of this checkout. Throws as `assertNotRunning` does. */
export function lockRunner(teardown: Teardown): void {
  assertNotRunning();
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(lockFile, String(process.pid));
  teardown.add(() => rmSync(lockFile, { force: true }));
}
