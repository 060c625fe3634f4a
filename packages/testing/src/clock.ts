/** A clock that moves only when a test advances it. `startMs` and `now()` are milliseconds since the epoch. */
export function createClock(startMs: number): { now: () => number; advance: (seconds: number) => void } {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (seconds) => {
      nowMs += seconds * 1000;
    },
  };
}

/** Timers that end when a test says so. */
export function createTimers() {
  const running = new Map<() => void, number>();
  return {
    schedule(end: () => void, afterMs: number): () => void {
      running.set(end, afterMs);
      return () => void running.delete(end);
    },
    /** How many milliseconds each running timer was set to. */
    list: () => [...running.values()],
    async end(): Promise<void> {
      const due = [...running.keys()];
      running.clear();
      for (const end of due) end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
