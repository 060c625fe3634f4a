import { openTestDatabase } from '@latchkey/testing';
import { createDatabase } from '../../src/store/database.ts';

/** The database of a test file. Each test finds it empty, unless the file asks to keep rows. */
export const { database, emptyTables, keepRows } = await openTestDatabase('user-api', createDatabase);
