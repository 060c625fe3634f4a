import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';

const notes = readFileSync(join(rootDir, 'docs/security.md'), 'utf8');
const named = [...notes.matchAll(/^- `([^`]+\.test\.ts)`: “([^”]+)”$/gm)].map(
  ([, file = '', name = '']) => [file, name] as const,
);

test('each test that the threat notes name is there', () => {
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(([file, name]) => {
    const path = join(rootDir, file);
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(name);
  });
  expect(missing).toEqual([]);
});

test('no attack goes without a test or a word about what is left', () => {
  const sections = notes.split(/^### /m).slice(1);
  const bare = sections.filter((text) => !text.includes('.test.ts`: “') && !text.includes('See “'));
  expect(bare.map((text) => text.split('\n', 1)[0])).toEqual([]);
  expect(notes.match(/\.test\.ts`: /g)).toHaveLength(named.length);
});
