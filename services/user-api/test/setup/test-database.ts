import { createTestDatabase } from '@latchkey/testing';
import { createDatabase } from '../../src/store/database.ts';

const { url, drop } = await createTestDatabase({ service: 'user-api' });
/** The database of a test file. Each test finds it empty, unless the file asks to keep rows. */
export const database = createDatabase(url);

/** Leaves no row. To delete few takes a fraction of the time that truncate takes. */
export async function emptyTables(): Promise<void> {
  await database.pool.query(`
    delete from outcomes; delete from credentials; delete from connections; delete from client_secrets;
    delete from apis; delete from oauth_clients; delete from known_devices; delete from sessions;
    delete from invitations; delete from members; delete from orgs; delete from users; delete from request_log;
    delete from row_counts`);
}

let areRowsKept = false;
/** Leaves the rows between the tests of this file. */
export const keepRows = () => void (areRowsKept = true);

beforeEach(async () => {
  if (!areRowsKept) await emptyTables();
});

afterAll(async () => {
  await database.close();
  await drop();
});
