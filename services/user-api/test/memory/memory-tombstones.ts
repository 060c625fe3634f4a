import type { Tombstones } from '../../src/session/tombstones.ts';

/** The memory twin of the tombstones. */
export function createMemoryTombstones(): Tombstones {
  const ended = new Set<string>();
  return {
    add(sessionIds) {
      for (const id of sessionIds) ended.add(id);
      return Promise.resolve();
    },
    has: (sessionId) => Promise.resolve(ended.has(sessionId)),
  };
}
