import { tombstoneSeconds, type Tombstones } from '../../src/session/session.ts';

/** The tombstones in memory. */
export function createMemoryTombstones(now: () => number): Tombstones {
  const keptUntil = new Map<string, number>();
  return {
    add(sessionIds) {
      for (const id of sessionIds) keptUntil.set(id, now() + tombstoneSeconds * 1000);
      return Promise.resolve();
    },
    has: (sessionId) => Promise.resolve((keptUntil.get(sessionId) ?? -Infinity) > now()),
  };
}
