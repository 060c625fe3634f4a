import { createMemoryNotes, type NoteStore } from './note-store.ts';
import { provePageModel } from './page-model.ts';
import { provePages } from './page-suite.ts';
import {
  countedQuery,
  createNotesDatabase,
  createPostgresNotes,
  foundQuery,
  ownerQuery,
  splitQuery,
} from './postgres-notes.ts';

describe('memory', () => {
  const store = createMemoryNotes();
  provePages(() => store);
  test('any history of paging is the slicing of an array', () => provePageModel(() => store, 500));
});

describe.each([
  ['uuid', 'one condition', ownerQuery],
  ['uuid', 'two conditions', splitQuery],
  ['uuid', 'with a counter', countedQuery],
  ['uuid', 'keys found first', foundQuery],
  ['text', 'one condition', ownerQuery],
] as const)('PostgreSQL, %s ids, %s', (idType, _conditions, query) => {
  let store: NoteStore;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createNotesDatabase(idType);
    store = createPostgresNotes(database.pool, idType, query);
    drop = database.drop;
  });
  afterAll(() => drop());

  provePages(() => store);
  test('any history of paging is the slicing of an array', () => provePageModel(() => store, 40));
});
