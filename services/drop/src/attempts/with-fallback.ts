import type { Attempts } from './attempts.ts';

/** How long Redis is not asked after a failure. A Redis that hangs would cost every request its whole time limit. */
const pauseMs = 2_000;

interface FallbackOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether an error says that the shared store is away. Any other error is thrown. */
  readonly isDependencyLost: (error: unknown) => boolean;
  /** Told once when the fallback begins, with the error, and once when it ends. */
  readonly onBegin: (error: unknown) => void;
  readonly onEnd: () => void;
}

/** Counts in `shared`, and in `local` while `shared` is away. Source: contract part 3 "Secrecy". */
export function createAttemptsWithFallback(
  shared: Attempts,
  local: Attempts,
  { now, isDependencyLost, onBegin, onEnd }: FallbackOptions,
): Attempts {
  /** Undefined while `shared` answers. */
  let localUntilMs: number | undefined;

  async function either<Result>(act: (attempts: Attempts) => Promise<Result>): Promise<Result> {
    if (localUntilMs !== undefined && now() < localUntilMs) return act(local);
    const probes = localUntilMs !== undefined;
    try {
      const result = await act(shared);
      if (probes) end();
      return result;
    } catch (error) {
      if (!isDependencyLost(error)) throw error;
      begin(error);
      return act(local);
    }
  }

  function begin(error: unknown): void {
    if (localUntilMs === undefined) onBegin(error);
    localUntilMs = now() + pauseMs;
  }

  function end(): void {
    if (localUntilMs !== undefined) onEnd();
    localUntilMs = undefined;
  }

  return {
    waitMs: (place) => either((attempts) => attempts.waitMs(place)),
    take: (place) => either((attempts) => attempts.take(place)),
    confirmWrong: (place) => either((attempts) => attempts.confirmWrong(place)),
    giveBack: (place) => either((attempts) => attempts.giveBack(place)),
    clear: (place, slot) => either((attempts) => attempts.clear(place, slot)),
  };
}
