import { isDependencyLost } from '@latchkey/database';
import type { Attempts } from './attempts.ts';

/** The pause after a failure of Redis. Without it, a Redis that hangs would delay every call by its time limit. */
const pauseMs = 2_000;

/**
 * Counts in `shared` while Redis answers and in `local` while it is down, so that attempts are always counted. `onLost`
 * is called once when an outage begins, and `onBack` once when it ends. Every other error is thrown. `now` in
 * milliseconds. Source: contract part 3 "Secrecy".
 */
export function createAttemptsWithFallback(parts: {
  shared: Attempts;
  local: Attempts;
  now: () => number;
  onLost: (error: unknown) => void;
  onBack?: () => void;
}): Attempts {
  const { shared, local, now, onLost, onBack } = parts;
  let lostAtMs = Number.NEGATIVE_INFINITY;
  let isLost = false;

  async function either<Result>(act: (attempts: Attempts) => Promise<Result>): Promise<Result> {
    const lostForMs = now() - lostAtMs;
    // A clock that is set back ends the pause.
    if (lostForMs >= 0 && lostForMs < pauseMs) return act(local);
    try {
      const result = await act(shared);
      if (isLost) onBack?.();
      isLost = false;
      return result;
    } catch (error) {
      if (!isDependencyLost(error)) throw error;
      lostAtMs = now();
      if (!isLost) onLost(error);
      isLost = true;
      return act(local);
    }
  }

  return {
    waitMs: (counters) => either((attempts) => attempts.waitMs(counters)),
    hold: (counters, slot) => either((attempts) => attempts.hold(counters, slot)),
    keep: (counters, slot) => either((attempts) => attempts.keep(counters, slot)),
    release: (counters, slot) => either((attempts) => attempts.release(counters, slot)),
    clear: (counters) => either((attempts) => attempts.clear(counters)),
  };
}
