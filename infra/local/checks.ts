import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rootDir } from './paths.ts';
import type { Teardown } from './teardown.ts';

/** What is checked without running the code: each command of `npm run lint`. */
function listCommands(): string[] {
  const manifest = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as {
    scripts: { lint: string };
  };
  return manifest.scripts.lint.split(' && ');
}

/** Runs a command of node_modules/.bin; what it printed, and its exit code, 1 when it was killed. */
async function run(command: string, teardown: Teardown) {
  const [program = '', ...args] = command.split(' ');
  const child = spawn(join(rootDir, 'node_modules/.bin', program), args, { cwd: rootDir });
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
  for (const command of listCommands()) {
    const { code, printed } = await run(command, teardown);
    console.log(`\n${command}\n${printed.trim()}\n`);
    passed.push(code === 0);
  }
  return passed;
}
