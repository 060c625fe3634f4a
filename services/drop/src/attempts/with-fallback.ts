import type { Attempts } from './attempts.ts';

/**
 * Counts in `shared` while it answers and in `local` while it does not: never not at all.  Source: contract part 3 "Secrecy".
 */
export function createAttemptsWithFallback(shared: Attempts, local: Attempts): Attempts {
  async function either<Result>(act: (attempts: Attempts) => Promise<Result>): Promise<Result> {
    try {
      return await act(shared);
    } catch {
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
