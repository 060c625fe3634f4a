import type { ReturnedPayloads } from '../../src/signing-in/attempt/returned-payload.ts';

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
