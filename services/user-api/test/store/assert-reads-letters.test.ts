import { withClient, withDatabaseName } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';
import { assertReadsLetters, createDatabase } from '../../src/store/database.ts';

test.each([
  ['C.UTF-8', 'passes'],
  ['C', 'the ctype of the database knows ASCII letters only'],
])('a database with the ctype %s: %s', async (ctype, outcome) => {
  const server = await createTestDatabase();
  const name = `test_${crypto.randomUUID()}`;
  const onServer = (sql: string) => withClient(server.url, (client) => client.query(sql));
  await onServer(
    `create database "${name}" template template0 encoding 'UTF8' lc_collate 'C' lc_ctype '${ctype}'`,
  );
  const url = withDatabaseName(server.url, name);
  const database = createDatabase(url);
  const said = await assertReadsLetters(database).then(
    () => 'passes',
    (error: Error) => error.message,
  );
  await database.close();
  await onServer(`drop database "${name}"`);
  await server.drop();
  expect(said).toBe(outcome);
});
