import fc from 'fast-check';
import { note, searchNotes, start } from './note-pages.ts';
import type { Note, NoteStore } from './note-store.ts';

type Step =
  | { act: 'add'; ms: number; owner: string }
  | { act: 'remove'; pick: number }
  | { act: 'offset' | 'page_number'; at: number; limit: number }
  | { act: 'next'; limit: number };

const limit = fc.integer({ min: 1, max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('add' as const),
    ms: fc.integer({ min: 0, max: 4 }),
    owner: fc.constantFrom('ann', 'ann', 'ann', 'bob'),
  }),
  fc.record({ act: fc.constant('remove' as const), pick: fc.nat(40) }),
  fc.record({
    act: fc.constantFrom('offset' as const, 'page_number' as const),
    at: fc.integer({ min: 1, max: 15 }),
    limit,
  }),
  fc.record({ act: fc.constant('next' as const), limit }),
);

/** Newest first, by the text of a fixed-width sort key: not the way in which the package compares. */
function sortAnns(all: Note[]): Note[] {
  const place = ({ createdAtMs, id }: Note) => `${String(createdAtMs).padStart(15, '0')} ${id}`;
  return all
    .filter(({ owner }) => owner === 'ann')
    .map((each) => ({ each, place: place(each) }))
    .sort((left, right) => (left.place > right.place ? -1 : 1))
    .map(({ each }) => each);
}

/**
 * Any history of records that come and go while a caller pages about in them: each answer is the slice of an array.
 * A cursor keeps the position of its record: the model holds a copy of the list that still contains that record.
 */
export async function provePageModel(storeOf: () => NoteStore, numRuns: number): Promise<void> {
  const history = fc.array(step, { minLength: 5, maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const store = storeOf();
      await store.clear();
      let all: Note[] = [];
      let cursor: { text: string; last: Note } | undefined;
      for (const [serial, current] of steps.entries()) {
        if (current.act === 'add') {
          // A scattered serial, so that ids within a millisecond do not follow the order of arrival.
          const added = note((serial * 37) % 61, start + current.ms, current.owner);
          all = [...all, added];
          await store.add([added]);
        } else if (current.act === 'remove') {
          const removed = all[current.pick % Math.max(all.length, 1)];
          all = all.filter((each) => each !== removed);
          await store.remove(removed ? [removed.id] : []);
        } else {
          const given = { ...positionOf(current, cursor?.text), limit: current.limit };
          const page = await searchNotes(store, given);
          const anns = sortAnns(all);
          const offset = offsetOf(current, anns, cursor?.last);
          const items = anns.slice(offset, offset + current.limit);
          expect(page).toEqual({
            items,
            limit: current.limit,
            total_count: anns.length,
            next_offset: offset + current.limit,
            page_number: Math.floor(offset / current.limit) + 1,
            page_total: Math.ceil(anns.length / current.limit),
            next_cursor: offset + current.limit < anns.length ? expect.any(String) : null,
          });
          const last = items.at(-1);
          cursor = page.next_cursor !== null && last ? { text: page.next_cursor, last } : undefined;
        }
      }
    }),
    { numRuns },
  );
}

type Look = Extract<Step, { limit: number }>;

function positionOf(look: Look, cursor: string | undefined): Record<string, unknown> {
  return look.act === 'next' ? (cursor === undefined ? {} : { cursor }) : { [look.act]: look.at };
}

function offsetOf(look: Look, anns: Note[], last: Note | undefined): number {
  if (look.act === 'offset') return look.at;
  if (look.act === 'page_number') return (look.at - 1) * look.limit;
  if (!last) return 0;
  const still = anns.findIndex(({ id }) => id === last.id);
  return still >= 0 ? still + 1 : sortAnns([...anns, last]).indexOf(last);
}
