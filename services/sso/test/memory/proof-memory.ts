import type { ProofMemory } from '../../src/proof/proof-memory.ts';

/** The Redis memory's twin; it forgets nothing. */
export function createMemoryProofMemory(): ProofMemory {
  const seen = new Set<string>();
  return { remember: (key) => Promise.resolve(seen.size !== seen.add(key).size) };
}
