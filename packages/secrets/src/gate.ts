import { ApiError, type ErrorSpec } from '@latchkey/contracts';

/** Runs `work` when its turn comes, and answers what it answers. */
type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A gate before work that costs much memory or time. Called with work, it takes a place for that work alone. */
export interface Gate extends Run {
  /**
   * Takes a place while `visit` runs, so that a caller can spend what works once and still know that it will be let in.
   * What `visit` runs waits for its turn, and nobody else can take its place. Refused at once when no place is free.
   */
  hold<Result>(visit: (run: Run) => Promise<Result>): Promise<Result>;
}

export interface GateLimits {
  /** How many run at a time. */
  readonly concurrency: number;
  /** How many places there are beside those that run. One more caller is refused at once. */
  readonly queueLength: number;
  /** Milliseconds after which work that waits for its turn is refused. */
  readonly waitMs: number;
  /** What a refused caller gets, with this Retry-After. Its work has not begun. */
  readonly overloaded: ErrorSpec;
  readonly retryAfterSeconds: number;
}

/** Makes a gate: a bounded number of places, and a semaphore that lets them run, first come, first served. */
export function createGate(limits: GateLimits): Gate {
  const { concurrency, queueLength, waitMs, overloaded, retryAfterSeconds } = limits;
  const waiting: (() => void)[] = [];
  let places = concurrency + queueLength;
  let running = 0;
  const refusal = () => new ApiError(overloaded, { retryAfterSeconds });

  async function enter(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
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

  /** Hands the turn to the next in the queue, so that a newcomer cannot take it in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async function hold<Result>(visit: (run: Run) => Promise<Result>): Promise<Result> {
    if (places === 0) throw refusal();
    places -= 1;
    try {
      return await visit(run);
    } finally {
      places += 1;
    }
  }

  return Object.assign(<Result>(work: () => Promise<Result>) => hold(() => run(work)), { hold });
}
