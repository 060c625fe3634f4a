import { readFile } from 'node:fs/promises';
import { describeServices } from './openapi.ts';
import { fillReadme, readmeFile } from './readme-tables.ts';
import { services } from './service-list.ts';

const documents = describeServices();

test.each(services)(
  'the README of $name has the variables and routes of today; npm run openapi writes them',
  async ({ name }) => {
    const text = await readFile(readmeFile(name), 'utf8');
    expect(text).toBe(fillReadme(text, name, documents[name]));
  },
);

test('a README without a part for a table is refused', () => {
  expect(() => fillReadme('# drop\n', 'drop', documents.drop)).toThrow('"generated: variables"');
});
