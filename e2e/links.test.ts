import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { listAnchors } from './list-anchors.ts';

const exclude = ['**/node_modules/**', '**/dist/**', '.latchkey/**', 'release/**'];
const pages = globSync('**/*.md', { cwd: rootDir, exclude });
const read = (path: string) => readFileSync(join(rootDir, path), 'utf8');

test('every link of a page within the repository leads to a file, and to a heading of it', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => ({
      page,
      target: path === '' ? page : join(dirname(page), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(200);
  const isLost = ({ target, anchor }: (typeof links)[number]) =>
    !existsSync(join(rootDir, target)) ||
    (anchor !== undefined && !listAnchors(read(target)).includes(anchor));
  expect(links.filter(isLost)).toEqual([]);
});

test('every command of npm that a page names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z:]+)/g)].map(([, name = '']) => ({
      page,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});
