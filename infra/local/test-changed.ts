import { spawnSync } from 'node:child_process';
import { rootDir } from './paths.ts';

const git = (...args: string[]): string[] =>
  spawnSync('git', args, { cwd: rootDir, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

/** The command `npm run test:changed`: the tests that reach a source file which differs from main or is not committed. */
const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD');
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((name) => name.endsWith('.ts'));
if (changed.length === 0) {
  console.log('No source file differs from main.\n0 passed, 0 failed');
} else {
  process.argv.push('--findRelatedTests', ...changed);
  await import('./test.ts');
}
