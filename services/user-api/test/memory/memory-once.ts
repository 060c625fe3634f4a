import type { OnceMemory } from '../../src/attempt/payload.ts';

/** The memory twin of the replay memory. */
export function createMemoryOnce(now: () => number): OnceMemory {
  const keptUntil = new Map<string, number>();
  return {
    remember(key, ttlSeconds) {
      const isNew = (keptUntil.get(key) ?? -Infinity) <= now();
      if (isNew) keptUntil.set(key, now() + ttlSeconds * 1000);
      return Promise.resolve(isNew);
    },
  };
}
