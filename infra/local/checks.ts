import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rootDir } from './paths.ts';
import type { Teardown } from './teardown.ts';

/** One thing that `npm test` counts as passed or failed. */
interface Check {
  name: string;
  command: string[];
}

/** What is checked without running the code. */
const staticChecks: Check[] = [
  // As tsc does, but with what lint has read already.
  { name: 'Types and lint', command: ['oxlint', '--type-aware', '--type-check'] },
  { name: 'Format', command: ['oxfmt', '--check'] },
  { name: 'Dead code', command: ['knip', '--no-config-hints'] },
  { name: 'Migrations', command: ['squawk', 'services/*/prisma/migrations/*/migration.sql'] },
  { name: 'OpenAPI', command: ['redocly', 'lint', '--max-problems', '20'] },
];

/** Runs a command of node_modules/.bin; what it printed, and its exit code, 1 when it was killed. */
async function run([command = '', ...args]: string[], teardown: Teardown) {
  const child = spawn(join(rootDir, 'node_modules/.bin', command), args, { cwd: rootDir });
  teardown.add(() => void child.kill());
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, printed: printed.join('') };
}

/** Runs one check after the other, and shows what each has printed when it is done. Whether each was content. */
export async function runChecks(teardown: Teardown): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (const { name, command } of staticChecks) {
    const { code, printed } = await run(command, teardown);
    console.log(`\n${name}\n${printed.trim()}\n`);
    passed.push(code === 0);
  }
  return passed;
}
