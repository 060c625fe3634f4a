import { ApiError, type ErrorSpec } from '@latchkey/errors';

/** Runs `work` when its turn comes, and answers what it answers. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface GateLimits {
  /** How many run at a time. */
  readonly concurrency: number;
  /** How many wait. One more is refused at once. */
  readonly queueLength: number;
  /** Milliseconds after which one that waits is refused. */
  readonly waitMs: number;
  /** What a refused caller gets, with this Retry-After. Its work has not begun. */
  readonly overloaded: ErrorSpec;
  readonly retryAfterSeconds: number;
}

/** Makes a gate before work that costs much memory or time: a semaphore with a bounded queue, first come, first served. */
export function createGate({
  concurrency,
  queueLength,
  waitMs,
  overloaded,
  retryAfterSeconds,
}: GateLimits): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  const refusal = () => new ApiError(overloaded, { retryAfterSeconds });

  async function enter(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= queueLength) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(refusal());
      }, waitMs);
      waiting.push(start);
    });
  }

  /** Hands the place to the next in the queue, so that a newcomer cannot take it in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
