import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';

const docsDir = join(rootDir, 'docs');
const notes = readFileSync(join(docsDir, 'security.md'), 'utf8');
const linkedTests = [...notes.matchAll(/\]\(([^)]+\.test\.ts)\)/g)].map(([, path = '']) => path);

test('each test file that the threat notes link to exists', () => {
  expect(linkedTests.length).toBeGreaterThan(40);
  expect(linkedTests.filter((path) => !existsSync(join(docsDir, path)))).toEqual([]);
});

test('each attack has a test or refers to a section that has one', () => {
  const sections = notes.split(/^### /m).slice(1);
  const bare = sections.filter((text) => !text.includes('.test.ts)') && !text.includes('See “'));
  expect(bare.map((text) => text.split('\n', 1)[0])).toEqual([]);
  expect(notes.match(/\.test\.ts/g)).toHaveLength(linkedTests.length);
});
