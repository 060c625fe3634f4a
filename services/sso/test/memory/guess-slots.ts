import { lookUpMs, type GuessSlots } from '../../src/sign-in/guess-slots.ts';

/** The Redis store's twin; the same contract suite holds both. */
export function createMemoryGuessSlots({ slots, windowSeconds }: { slots: number; windowSeconds: number }) {
  const taken = new Map<string, Map<string, number>>();
  const of = (key: string) => taken.get(key) ?? new Map<string, number>();
  const store: GuessSlots = {
    hold(key, lookUpId, nowMs) {
      const live = new Map([...of(key)].filter(([, freeAtMs]) => freeAtMs > nowMs));
      if (live.size >= slots) return Promise.resolve(Math.min(...live.values()) - nowMs);
      taken.set(key, live.set(lookUpId, nowMs + lookUpMs));
      return Promise.resolve(undefined);
    },
    keep(key, lookUpId, nowMs) {
      taken.set(key, of(key).set(lookUpId, nowMs + windowSeconds * 1000));
      return Promise.resolve();
    },
    release(key, lookUpId) {
      of(key).delete(lookUpId);
      return Promise.resolve();
    },
  };
  return store;
}
