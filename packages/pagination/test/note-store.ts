import { slicePage, type PagePlan, type PageSlice } from '../src/index.ts';

export interface Note {
  id: string;
  owner: string;
  createdAtMs: number;
}

/** A store as a service would have one, so that one suite can prove the fake and the real. */
export interface NoteStore {
  add(notes: Note[]): Promise<void>;
  remove(ids: string[]): Promise<void>;
  find(owner: string, plan: PagePlan): Promise<PageSlice<Note>>;
  clear(): Promise<void>;
}

export function createMemoryNotes(): NoteStore {
  let notes: Note[] = [];
  return {
    async add(added) {
      notes.push(...added);
    },
    async remove(ids) {
      notes = notes.filter(({ id }) => !ids.includes(id));
    },
    async find(owner, plan) {
      return slicePage(
        notes.filter((note) => note.owner === owner),
        plan,
        (note) => note,
      );
    },
    async clear() {
      notes = [];
    },
  };
}
