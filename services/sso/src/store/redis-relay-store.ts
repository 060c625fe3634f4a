import type { RedisClient } from '@latchkey/connections';
import type { RelayStore } from '../relay/relay-store.ts';

const relayKey = (handleHash: string) => `sso:relay:${handleHash}`;

/** Guard payloads in Redis; GETDEL hands each out once. */
export function createRedisRelayStore(redis: RedisClient): RelayStore {
  return {
    keep: async (handleHash, jws, ttlSeconds) =>
      void (await redis.set(relayKey(handleHash), jws, 'EX', ttlSeconds)),
    take: async (handleHash) => (await redis.getdel(relayKey(handleHash))) ?? undefined,
  };
}
