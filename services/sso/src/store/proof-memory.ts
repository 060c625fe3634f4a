import type { RedisClient } from '@latchkey/connections';
import type { ProofMemory } from '../proof/proof-memory.ts';

/** Seen proofs in Redis; SET NX says who was first. */
export function createProofMemory(redis: RedisClient): ProofMemory {
  return {
    remember: async (replayKey, ttlSeconds) =>
      (await redis.set(`sso:proof:${replayKey}`, 1, 'EX', ttlSeconds, 'NX')) !== null,
  };
}
