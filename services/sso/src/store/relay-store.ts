import type { RedisClient } from '@latchkey/database';
import type { RelayStore } from '../oauth/relay/mint-relay.ts';

const relayKey = (handleHash: string) => `sso:relay:${handleHash}`;

/** Guard payloads in Redis; GETDEL hands each out once. */
export function createRelayStore(redis: RedisClient): RelayStore {
  return {
    store: async (handleHash, jws, ttlSeconds) =>
      void (await redis.set(relayKey(handleHash), jws, 'EX', ttlSeconds)),
    consume: async (handleHash) => (await redis.getdel(relayKey(handleHash))) ?? undefined,
  };
}
