import { LRUCache } from 'lru-cache';

interface RecentSettings {
  readonly keptMs: number;
  readonly now: () => number;
}

/** The most values that are kept, as callers choose the keys. */
const maxValues = 1_000;

/** Whether a time is less than `limitMs` ago. A time in the future is not: the clock was set back since it was read. */
export function isWithin(atMs: number, limitMs: number, nowMs: number): boolean {
  return atMs <= nowMs && nowMs - atMs < limitMs;
}

/** Loads values by key and gives a recent one again for a short while. */
export function createRecent<Value>({ keptMs, now }: RecentSettings) {
  const kept = new LRUCache<string, { value: Value; atMs: number }>({ max: maxValues });
  return async (key: string, load: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key);
    const atMs = now();
    if (known !== undefined && isWithin(known.atMs, keptMs, atMs)) return known.value;
    const value = await load();
    kept.set(key, { value, atMs });
    return value;
  };
}
