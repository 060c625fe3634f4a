import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';

const docsDir = join(rootDir, 'docs');
const notes = readFileSync(join(docsDir, 'security.md'), 'utf8');
const assessment = readFileSync(join(docsDir, 'asvs.md'), 'utf8');
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

test('the self-assessment has a verdict for each requirement, and counts them', () => {
  const rows = [...assessment.matchAll(/^\| ([\d.]+) +\| (met|partly|open|not applicable) +\| \S/gm)];
  expect(new Set(rows.map(([, number]) => number)).size).toBe(253);
  expect(assessment.match(/^\| \d/gm)).toHaveLength(253);
  const count = (verdict: string) => rows.filter((row) => row[2] === verdict).length;
  expect(assessment).toContain(
    `${count('met')} are met, ${count('partly')} partly, ${count('open')} open, ${count('not applicable')} not applicable.`,
  );
});

test('each file and section that the self-assessment links to exists', () => {
  const links = [...assessment.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)];
  const isThere = ([, path = '', anchor]: readonly string[]) =>
    existsSync(join(docsDir, path)) && (anchor === undefined || listAnchors(path).includes(anchor));
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter((link) => !isThere(link)).map(([link]) => link)).toEqual([]);
});

/** The anchors that headings of a page have on GitHub. */
function listAnchors(path: string): string[] {
  const headings = readFileSync(join(docsDir, path), 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
