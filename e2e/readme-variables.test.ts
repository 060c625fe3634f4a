import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { schema as drop } from '../services/drop/src/config.ts';
import { schema as sso } from '../services/sso/src/config.ts';
import { schema as userApi } from '../services/user-api/src/config.ts';

/** The variables in the first column of the README's table, and those that another column names beside them. */
function readTable(service: string): { readonly rows: string[]; readonly named: Set<string> } {
  const readme = readFileSync(join(rootDir, 'services', service, 'README.md'), 'utf8');
  const section = /^## Environment\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
  const words = (text: string) => text.match(/\b[A-Z][A-Z_]*[A-Z]\b/g) ?? [];
  const first = [...section.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) => words(cell));
  return { rows: first, named: new Set(words(section)) };
}

describe.each([
  { service: 'sso', schema: sso },
  { service: 'user-api', schema: userApi },
  { service: 'drop', schema: drop },
])('the README of $service', ({ service, schema }) => {
  const variables = Object.keys(schema.properties);
  const { rows, named } = readTable(service);

  test('names every variable that the service reads', () => {
    expect(variables.filter((name) => !named.has(name))).toEqual([]);
  });

  test('has no row of a variable that the service does not read', () => {
    expect(rows.filter((name) => !variables.includes(name))).toEqual([]);
  });
});
