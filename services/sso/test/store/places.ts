import { createTestDatabase } from '@latchkey/testing';
import { createDatabase, type Database } from '../../src/store/database.ts';

/** A migrated database of its own for the tests of one file. */
export function useDatabase(): () => Database {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const made = await createTestDatabase({ service: 'sso' });
    database = createDatabase(made.url);
    drop = made.drop;
  });
  afterAll(async () => {
    await database.$disconnect();
    await drop();
  });
  return () => database;
}
