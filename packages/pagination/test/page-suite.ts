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

  test.each([
    [19, false],
    [20, false],
    [21, true],
  ])('%d records with a limit of 20: a further page is %s', async (count, hasMore) => {
    await storeOf().add(notes(count, 1));
    const page = await searchNotes(storeOf(), {});
    expect(page.next_cursor !== null).toBe(hasMore);
    expect(page.page_number < page.page_total).toBe(hasMore);
    expect(page.items).toHaveLength(Math.min(count, 20));
    expect(page.next_offset).toBe(20);
  });

  test.each([1, 7, 45])('cursors walk 45 records, %d to a millisecond, each once', async (perMs) => {
    const all = notes(45, perMs);
    await storeOf().add(all);
    const first = await searchNotes(storeOf(), {});
    const second = await searchNotes(storeOf(), { cursor: first.next_cursor });
    const third = await searchNotes(storeOf(), { cursor: second.next_cursor });
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(newestFirst(all));
    const figures = { limit: 20, total_count: 45, page_total: 3, items: expect.anything() };
    const cursor = expect.any(String);
    expect(first).toEqual({ ...figures, page_number: 1, next_offset: 20, next_cursor: cursor });
    expect(second).toEqual({ ...figures, page_number: 2, next_offset: 40, next_cursor: cursor });
    expect(third).toEqual({ ...figures, page_number: 3, next_offset: 60, next_cursor: null });
  });

  test('an offset that is no multiple of the limit', async () => {
    const all = notes(45, 4);
    await storeOf().add(all);
    const page = await searchNotes(storeOf(), { offset: 33, limit: 10 });
    expect(ids(page)).toEqual(newestFirst(all).slice(33, 43));
    expect(page).toMatchObject({ page_number: 4, page_total: 5, next_offset: 43, total_count: 45 });
    const rest = await searchNotes(storeOf(), { cursor: page.next_cursor, limit: 10 });
    expect(ids(rest)).toEqual(newestFirst(all).slice(43));
    expect(rest).toMatchObject({ page_number: 5, next_offset: 53, next_cursor: null });
  });

  test('every offset and limit, from either end and past it, is the slice of the whole', async () => {
    const all = notes(23, 3);
    await storeOf().add(all);
    for (let offset = 0; offset <= 26; offset += 1) {
      for (const limit of [1, 2, 7, 22, 23, 24]) {
        const page = await searchNotes(storeOf(), { offset, limit });
        expect(ids(page)).toEqual(newestFirst(all).slice(offset, offset + limit));
        expect(page.next_cursor !== null).toBe(offset + limit < 23);
        expect(page.total_count).toBe(23);
      }
    }
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

  test('records that go between two pages, the cursor record among them, hide none', async () => {
    const all = notes(45, 45);
    await storeOf().add(all);
    const first = await searchNotes(storeOf(), {});
    await storeOf().remove(ids(first).slice(10));
    const second = await searchNotes(storeOf(), { cursor: first.next_cursor });
    expect(ids(second)).toEqual(newestFirst(all).slice(20, 40));
    expect(second).toMatchObject({ total_count: 35, page_number: 1, next_offset: 30, page_total: 2 });
    await storeOf().remove(ids(second));
    const third = await searchNotes(storeOf(), { cursor: second.next_cursor });
    expect(ids(third)).toEqual(newestFirst(all).slice(40));
    expect(third).toMatchObject({ total_count: 15, next_offset: 30, next_cursor: null });
  });

  test('a record that comes in behind the cursor, in its millisecond too, is still met', async () => {
    await storeOf().add([note(1, start), note(5, start), note(9, start)]);
    const first = await searchNotes(storeOf(), { limit: 2 });
    await storeOf().add([note(2, start), note(7, start), note(50, start - 1)]);
    const second = await searchNotes(storeOf(), { cursor: first.next_cursor, limit: 10 });
    expect(ids(second)).toEqual([note(2, start), note(1, start), note(50, start - 1)].map(({ id }) => id));
    expect(second).toMatchObject({ total_count: 6, next_offset: 13, page_number: 1 });
  });

  test('a list that was emptied answers its old cursor with an empty page', async () => {
    await storeOf().add(notes(3, 1));
    const { next_cursor } = await searchNotes(storeOf(), { limit: 1 });
    await storeOf().clear();
    expect(await searchNotes(storeOf(), { cursor: next_cursor })).toEqual({
      items: [],
      limit: 20,
      total_count: 0,
      next_offset: 20,
      page_number: 1,
      page_total: 0,
      next_cursor: null,
    });
  });

  test('the limit may change from page to page', async () => {
    const all = notes(12, 2);
    await storeOf().add(all);
    const first = await searchNotes(storeOf(), { limit: 5 });
    const second = await searchNotes(storeOf(), { limit: 3, cursor: first.next_cursor });
    expect(ids(second)).toEqual(newestFirst(all).slice(5, 8));
    expect(second).toMatchObject({ limit: 3, page_number: 2, next_offset: 8, page_total: 4 });
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
