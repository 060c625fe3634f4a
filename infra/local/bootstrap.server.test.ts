import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from './paths.ts';

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(rootDir, 'infra/local/bootstrap.mjs'), ...words],
    { encoding: 'utf8', env: { PATH: '' } },
  );
  return { status, stdout, stderr };
}

describe('the commands for people start nothing', () => {
  test.each([
    ['start', 'Usage: npm start [-- --verbose]'],
    ['demo', 'Usage: npm run demo [-- --auto]'],
    ['reset', 'Usage: npm run reset'],
  ])('and explain themselves: %s --help', (command, usage) => {
    const { status, stdout } = run(command, '--help');
    expect([status, stdout.split('\n')[0]]).toEqual([0, usage]);
  });

  test.each([
    ['start', '--port'],
    ['demo', 'auto'],
    ['reset', '--yes'],
  ])('when a word is unknown: %s %s', (command, word) => {
    const { status, stdout, stderr } = run(command, word);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^"${word}" is not understood\\.\\nUsage: `));
  });
});
