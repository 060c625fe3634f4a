import { createQueue } from './queue.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';

/** Keeps a session as long as the process lives. */
export function createMemoryStore(): SessionStore {
  let stored: SessionRecord | undefined;
  return {
    read: async () => stored,
    async replace(record) {
      if ((stored?.revision ?? 0) !== record.revision - 1) return false;
      stored = record;
      return true;
    },
    lock: createQueue(),
  };
}
