import type { Pageable } from '../src/index.ts';
import { note, notes, searchNotes, start } from './note-pages.ts';
import type { Note, NoteStore } from './note-store.ts';

const ids = (page: Pageable<Note>) => page.items.map(({ id }) => id);
const newestFirst = (all: Note[]) => all.map(({ id }) => id).reverse();

/** What every store of pages keeps to; run against memory and against PostgreSQL. */
export function provePages(storeOf: () => NoteStore): void {
  beforeEach(() => storeOf().clear());

  test('an empty list is page 1 of 0', async () => {
    expect(await searchNotes(storeOf(), {})).toEqual({
      items: [],
      limit: 20,
      total_count: 0,
      next_offset: 20,
      page_number: 1,
      page_total: 0,
      next_cursor: null,
    });
  });

  test('a position past the end, however far, is an empty page', async () => {
    await storeOf().add(notes(3, 1));
    expect(await searchNotes(storeOf(), { offset: 3 })).toMatchObject({ items: [], page_number: 1 });
    expect(await searchNotes(storeOf(), { page_number: 9, limit: 2 })).toEqual({
      items: [],
      limit: 2,
      total_count: 3,
      next_offset: 18,
      page_number: 9,
      page_total: 2,
      next_cursor: null,
    });
    for (const inputs of [{ offset: 2 ** 53 - 1 }, { page_number: 2 ** 53 - 1 }]) {
      const page = await searchNotes(storeOf(), { ...inputs, limit: 100 });
      expect(page).toMatchObject({ items: [], total_count: 3, next_offset: 2 ** 53 - 1, next_cursor: null });
      expect(page.page_number).toBe((2 ** 53 - 1 - 100 - ((2 ** 53 - 1 - 100) % 100)) / 100 + 1);
    }
  });

  test('newer records between two pages shift no record, and the figures show the current position', async () => {
    const all = notes(45, 5);
    await storeOf().add(all);
    const first = await searchNotes(storeOf(), {});
    await storeOf().add([note(100, start + 1_000), note(101, start + 1_000), note(102, start + 1_000)]);
    const second = await searchNotes(storeOf(), { cursor: first.next_cursor });
    expect(ids(second)).toEqual(newestFirst(all).slice(20, 40));
    expect(second).toMatchObject({ total_count: 48, page_number: 2, next_offset: 43, page_total: 3 });
  });

  test('records of another owner are not counted, and another owner cannot use the cursor', async () => {
    const bobs = notes(30, 3, 'bob').map((each, index) => note(1000 + index, each.createdAtMs, 'bob'));
    await storeOf().add([...notes(25, 3), ...bobs]);
    const first = await searchNotes(storeOf(), {});
    const second = await searchNotes(storeOf(), { cursor: first.next_cursor });
    expect([...ids(first), ...ids(second)]).toEqual(newestFirst(notes(25, 3)));
    expect(second).toMatchObject({ total_count: 25, next_offset: 40, page_number: 2 });
    const stolen = searchNotes(storeOf(), { cursor: first.next_cursor }, 'bob');
    await expect(stolen).rejects.toMatchObject({ spec: { code: 'invalid_cursor' }, field: 'cursor' });
  });
}
