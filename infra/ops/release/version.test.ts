import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../local/paths.ts';
import { listVersioned } from './version.ts';

test.each(listVersioned())('$path has the version of package.json; npm run openapi writes it', (held) => {
  expect(held.text).toBe(held.wanted);
});

test('no package has a version of its own', () => {
  const manifests = globSync('{packages,services,sdk,sdk/examples}/*/package.json', { cwd: rootDir });
  const others = manifests.filter((path) => /"version":/.test(readFileSync(join(rootDir, path), 'utf8')));
  expect(others).toEqual([]);
});
