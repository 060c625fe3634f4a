interface RecentSettings<Value> {
  readonly keptMs: number;
  readonly now: () => number;
  /** Whether a value may be given again. */
  readonly isKept: (value: Value) => boolean;
}

/** So many at most, as callers choose the keys; the oldest makes room. */
const most = 1_000;

/** Loads values by key and gives a recent one again for a short while. */
export function createRecent<Value>({ keptMs, now, isKept }: RecentSettings<Value>) {
  const kept = new Map<string, { value: Value; atMs: number }>();
  return async (key: string, load: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key);
    const atMs = now();
    if (known !== undefined && atMs - known.atMs < keptMs) return known.value;
    const value = await load();
    kept.delete(key);
    if (isKept(value)) kept.set(key, { value, atMs });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
