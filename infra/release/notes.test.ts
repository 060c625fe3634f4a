import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChanges, sumFiles } from './notes.ts';

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

test('every file has its sum, as sha256sum names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sums-'));
  mkdirSync(join(folder, 'sbom'));
  for (const name of ['sbom/abc', 'a']) writeFileSync(join(folder, name), 'abc');
  // FIPS 180-2, appendix B.1.
  const sum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sumFiles(folder)).toBe(`${sum}  a\n${sum}  sbom/abc\n`);
  rmSync(folder, { recursive: true });
});
