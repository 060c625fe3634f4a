import { tombstoneSeconds, type Tombstones } from '../../src/sessions/session.ts';
import type { ReturnedPayloads } from '../../src/signing-in/attempt/returned-payload.ts';

/** The tombstones in memory. */
export function createMemoryTombstones(now: () => number): Tombstones {
  const keptUntil = new Map<string, number>();
  return {
    add: async (id) => void keptUntil.set(id, now() + tombstoneSeconds * 1000),
    has: async (id) => (keptUntil.get(id) ?? -Infinity) > now(),
  };
}

/** Returned payloads in memory. `now` in milliseconds. */
export function createMemoryReturnedPayloads(now: () => number): ReturnedPayloads {
  const kept = new Map<string, { sealed: string; untilMs: number }>();
  return {
    async keep(name, sealed, ttlSeconds) {
      kept.set(name, { sealed, untilMs: now() + ttlSeconds * 1000 });
    },
    async take(name) {
      const found = kept.get(name);
      kept.delete(name);
      return found !== undefined && now() < found.untilMs ? found.sealed : undefined;
    },
  };
}
