import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rootDir } from './paths.ts';
import type { Teardown } from './teardown.ts';

/** One thing that `npm test` counts as passed or failed. */
interface Check {
  name: string;
  commands: string[][];
}

/** What is checked without running the code. */
const staticChecks: Check[] = [
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

/**
 * Runs every command of each check, to see all complaints at once, and shows those of a check when it is done. Whether
 * each was content.
 */
export async function runChecks(teardown: Teardown): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (const { name, commands } of staticChecks) {
    const answers = [];
    for (const command of commands) answers.push(await run(command, teardown));
    console.log([`\n${name}`, ...answers.map(({ printed }) => printed.trim()), ''].join('\n'));
    passed.push(answers.every(({ code }) => code === 0));
  }
  return passed;
}
