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
  test('any history of paging is the slicing of an array', () => provePageModel(() => store, 300));
});

describe.each([
  ['uuid', 'one condition', ownerQuery, 'timestamptz(3)', 'UTC'],
  ['uuid', 'with a counter', countedQuery, 'timestamptz(3)', 'America/St_Johns'],
  ['uuid', 'with a counter', countedQuery, 'timestamp(3)', 'Asia/Kolkata'],
  ['uuid', 'keys found first', foundQuery, 'timestamp(3)', 'Asia/Kolkata'],
  ['text', 'two conditions', splitQuery, 'timestamp(3)', 'America/St_Johns'],
] as const)('PostgreSQL, %s ids, %s, %s, %s, %s', (idType, _conditions, query, createdAt, zone) => {
  let store: NoteStore;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createNotesDatabase(idType, { createdAt, zone });
    store = createPostgresNotes(database.pool, idType, query);
    drop = database.drop;
  });
  afterAll(() => drop());

  provePages(() => store);
  test('any history of paging is the slicing of an array', () => provePageModel(() => store, 20));
});
