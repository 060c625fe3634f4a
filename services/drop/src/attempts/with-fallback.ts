import type { Attempts } from './attempts.ts';

/** How long a store that failed is left alone: one that hangs would otherwise cost every call its whole time limit. */
const pauseMs = 2_000;

/**
 * Counts in `shared` while it answers and in `local` while it does not: never not at all. `now` in milliseconds.
 * Source: contract part 3 "Secrecy".
 */
export function createAttemptsWithFallback(shared: Attempts, local: Attempts, now: () => number): Attempts {
  let localUntilMs = Number.NEGATIVE_INFINITY;

  async function either<Result>(act: (attempts: Attempts) => Promise<Result>): Promise<Result> {
    if (now() < localUntilMs) return act(local);
    try {
      return await act(shared);
    } catch {
      localUntilMs = now() + pauseMs;
      return act(local);
    }
  }

  return {
    waitMs: (place) => either((attempts) => attempts.waitMs(place)),
    take: (place) => either((attempts) => attempts.take(place)),
    confirmWrong: (place) => either((attempts) => attempts.confirmWrong(place)),
    giveBack: (place) => either((attempts) => attempts.giveBack(place)),
    clear: (place, slot) => either((attempts) => attempts.clear(place, slot)),
  };
}
