import { tombstoneSeconds, type Tombstones } from '../../src/sessions/session.ts';

/** The tombstones in memory. */
export function createMemoryTombstones(now: () => number): Tombstones {
  const keptUntil = new Map<string, number>();
  return {
    add: async (id) => void keptUntil.set(id, now() + tombstoneSeconds * 1000),
    has: async (id) => (keptUntil.get(id) ?? -Infinity) > now(),
  };
}
