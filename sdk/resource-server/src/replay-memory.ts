/** Proofs of one process at a time; some 20 MB. */
const mostKept = 100_000;

/** Remembers ids for some seconds; the oldest make room. */
export function createReplayMemory(now: () => number) {
  const ends = new Map<string, number>();
  return async (id: string, seconds: number): Promise<boolean> => {
    const nowMs = now();
    if ((ends.get(id) ?? 0) > nowMs) return false;
    for (const [old, endMs] of ends) {
      if (endMs > nowMs && ends.size < mostKept) break;
      ends.delete(old);
    }
    ends.set(id, nowMs + seconds * 1000);
    return true;
  };
}
