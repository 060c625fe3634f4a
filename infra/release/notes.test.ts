import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChanges, sumFiles } from './notes.ts';
import { findEngine } from './save-images.ts';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\nNew.\n\n## [1.2.0] - 2027-01-01\n\nOld.\n\n## [1.1.0]\n\nOlder.\n';

test.each([
  ['1.2.0', '## [1.2.0] - 2027-01-01\n\nOld.\n'],
  ['1.1.0', '## [1.1.0]\n\nOlder.\n'],
  ['1.2', '## [Unreleased]\n\nNew.\n'],
])('the changes of %s', (version, part) => {
  expect(findChanges(changelog, version)).toBe(part);
});

test('a change log without a part for the version is refused', () => {
  expect(() => findChanges('# Changelog\n', '1.2.0')).toThrow('no part for 1.2.0');
});

test('sha256sum finds every file as it is named, and a changed one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sums-'));
  mkdirSync(join(folder, 'sbom'));
  for (const name of ['b', 'a', 'sbom/c']) writeFileSync(join(folder, name), name);
  const check = (sums: string) =>
    execFileSync('sha256sum', ['--check', '--strict', '-'], {
      cwd: folder,
      input: sums,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(check(sumFiles(folder))).toBe('a: OK\nb: OK\nsbom/c: OK\n');
  const sums = sumFiles(folder);
  writeFileSync(join(folder, 'a'), 'changed');
  expect(() => check(sums)).toThrow();
  rmSync(folder, { recursive: true });
});

test('an engine that is not there or does not run is none', () => {
  expect(findEngine(['no-such-engine', 'false'])).toBeUndefined();
  expect(findEngine(['false', 'true'])).toBe('true');
});
