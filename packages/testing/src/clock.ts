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
