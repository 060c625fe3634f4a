import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from './paths.ts';

/** One thing that `npm test` counts as passed or failed. */
export interface Check {
  name: string;
  commands: string[][];
}

/** What is checked without running the code. */
export const staticChecks: Check[] = [
  { name: 'Type check', commands: [['tsc', '--noEmit']] },
  {
    name: 'Lint',
    commands: [
      ['oxlint', '--type-aware'],
      ['prettier', '--check', '.', '--log-level', 'warn'],
      ['knip', '--no-config-hints'],
      ['squawk', 'services/*/prisma/migrations/*/migration.sql'],
    ],
  },
  { name: 'OpenAPI', commands: [['redocly', 'lint', '--max-problems', '20']] },
];

/** Runs a command of node_modules/.bin with its output in the terminal; its exit code, 1 when it was killed. */
function runVisibly([command = '', ...args]: string[]): Promise<number> {
  const child = spawn(join(rootDir, 'node_modules/.bin', command), args, { cwd: rootDir, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs every command of the check, to see all of its complaints at once; whether all were content. */
export async function runCheck({ name, commands }: Check): Promise<boolean> {
  console.log(`\n${name}`);
  let passed = true;
  for (const command of commands) passed = (await runVisibly(command)) === 0 && passed;
  return passed;
}
