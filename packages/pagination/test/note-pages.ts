import { randomBytes } from 'node:crypto';
import {
  createCursorSealer,
  definePageSpec,
  readPageInputs,
  toPageable,
  type Pageable,
  type PageInputs,
} from '../src/index.ts';
import type { Note, NoteStore } from './note-store.ts';

export const start = Date.UTC(2026, 10, 21, 10);

const noteSpec = definePageSpec({ key: 'notes.search', defaultLimit: 20, cursorScope: ['owner'] });

const sealer = createCursorSealer({
  keys: [{ kid: 'a', key: Buffer.alloc(32, 1) }],
  now: () => start,
  randomBytes,
});

export function planNotes(inputs: PageInputs, owner = 'ann') {
  return readPageInputs(inputs, { spec: noteSpec, sealer, filters: {}, scope: { owner } });
}

/** A whole search, as a route does it. */
export async function searchNotes(
  store: NoteStore,
  inputs: PageInputs,
  owner = 'ann',
): Promise<Pageable<Note>> {
  const plan = planNotes(inputs, owner);
  return toPageable(await store.find(owner, plan), plan, sealer);
}

export function note(serial: number, createdAtMs: number, owner = 'ann'): Note {
  return { id: `00000000-0000-4000-8000-${serial.toString(16).padStart(12, '0')}`, owner, createdAtMs };
}

/** Notes with serials 1 to count, `perMs` of them in each millisecond; a higher serial is never older. */
export function notes(count: number, perMs: number, owner = 'ann'): Note[] {
  return Array.from({ length: count }, (_, index) =>
    note(index + 1, start + Math.floor(index / perMs), owner),
  );
}
