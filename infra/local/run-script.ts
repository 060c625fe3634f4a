import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from './paths.ts';

/** Runs a service's command in this terminal, with this command's arguments; its exit code becomes ours. */
export function runScript(script: string, environment: Record<string, string>): void {
  const args = ['--disable-warning=ExperimentalWarning', join(rootDir, script), ...process.argv.slice(2)];
  const env = { ...process.env, ...environment };
  process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
}
