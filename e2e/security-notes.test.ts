import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { listAnchors } from './list-anchors.ts';

const docsDir = join(rootDir, 'docs');
const notes = readFileSync(join(docsDir, 'security.md'), 'utf8');
/** The rows of a table in docs/, without its head. */
const readRows = (name: string) =>
  readFileSync(join(docsDir, name), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split('\t'));
const attacks = readRows('attacks.tsv');
/** Number, verdict, reason and files of each requirement of the ASVS. */
const requirements = readRows('asvs.tsv');

test('each attack of the security page has tests, and each of these files exists', () => {
  const headings = [...notes.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
  expect(attacks.map(([attack]) => attack)).toEqual(headings);
  const tests = attacks.flatMap(([, files = '']) => files.split(' '));
  expect(tests.length).toBeGreaterThan(40);
  expect(tests.filter((path) => !path.endsWith('.test.ts') || !existsSync(join(rootDir, path)))).toEqual([]);
});

test('the self-assessment has a verdict for each requirement, and its page counts them', () => {
  expect(new Set(requirements.map(([number]) => number)).size).toBe(253);
  expect(requirements.filter((row) => row.length !== 4)).toEqual([]);
  const count = (verdict: string) => requirements.filter((row) => row[1] === verdict).length;
  expect(readFileSync(join(docsDir, 'asvs.md'), 'utf8')).toContain(
    `${count('met')} are met, ${count('partly')} partly, ${count('open')} open, ${count('not applicable')} not applicable.`,
  );
  expect(requirements).toHaveLength(count('met') + count('partly') + count('open') + count('not applicable'));
});

test('each requirement has a reason or a file, and each file and section that it names exists', () => {
  expect(requirements.filter(([, , why, shown]) => why === '' && shown === '')).toEqual([]);
  const shown = requirements.flatMap(([, , , files = '']) => files.split(' ').filter(Boolean));
  expect(shown.length).toBeGreaterThan(200);
  const isThere = (place: string) => {
    const [path = '', anchor] = place.split('#');
    return (
      existsSync(join(rootDir, path)) &&
      (anchor === undefined || listAnchors(readFileSync(join(rootDir, path), 'utf8')).includes(anchor))
    );
  };
  expect(shown.filter((place) => !isThere(place))).toEqual([]);
});
