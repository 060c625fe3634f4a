import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeServices } from './openapi.ts';
import { rootDir } from './paths.ts';
import { services } from './service-list.ts';
import { listTables } from './service-tables.ts';

const documents = describeServices();
const tables = services.flatMap(({ name }) => Object.entries(listTables(name, documents[name])));

test.each(tables)('%s is the table of today; npm run openapi writes it', async (file, table) => {
  await expect(readFile(join(rootDir, file), 'utf8')).resolves.toBe(table);
});
