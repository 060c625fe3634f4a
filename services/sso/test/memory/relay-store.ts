import type { RelayStore } from '../../src/relay/mint-relay.ts';

/** The Redis store's twin, with the test's clock. */
export function createMemoryRelayStore(now: () => number): RelayStore {
  const kept = new Map<string, { jws: string; endsAtMs: number }>();
  return {
    store(handleHash, jws, ttlSeconds) {
      kept.set(handleHash, { jws, endsAtMs: now() + ttlSeconds * 1000 });
      return Promise.resolve();
    },
    consume(handleHash) {
      const found = kept.get(handleHash);
      kept.delete(handleHash);
      return Promise.resolve(found !== undefined && now() < found.endsAtMs ? found.jws : undefined);
    },
  };
}
