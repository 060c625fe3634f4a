import type { OnceMemory } from '../../src/once/once-memory.ts';

/** The memory twin of the replay memory; it forgets nothing. */
export function createMemoryOnce(): OnceMemory {
  const seen = new Set<string>();
  return {
    remember(key) {
      const isNew = !seen.has(key);
      seen.add(key);
      return Promise.resolve(isNew);
    },
  };
}
