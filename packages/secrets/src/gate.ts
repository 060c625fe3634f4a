import { ApiError, type ErrorSpec } from '@latchkey/contracts';

/** Runs `work` when its turn comes, and answers what it answers. */
type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A gate before work that costs much memory or time. Called with work, it takes a place for that work only. */
export interface Gate extends Run {
  /**
   * Takes a place, so that a caller knows that its work will run before it spends a one-time value. Throws what
   * a refused caller gets when no place is free.
   */
  takePlace(): Place;
  isFull(): boolean;
  /** How it is used now, and how many callers it has refused since the start. */
  load(): GateLoad;
}

interface GateLoad {
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
}

/** A place at a gate. Nobody else gets it until it is freed. */
export interface Place {
  /** Runs work in turn with the other places, and as often as it is called. */
  readonly run: Run;
  /** Gives the place back. A second call does nothing. */
  readonly free: () => void;
}

export interface GateLimits {
  readonly concurrency: number;
  /** How many places there are beside those that run. One more caller is refused at once. */
  readonly queueLength: number;
  /** Milliseconds after which work that waits for its turn is refused. */
  readonly waitMs: number;
  /** What a refused caller gets, with this Retry-After. Its work has not begun. */
  readonly overloaded: ErrorSpec;
  readonly retryAfterSeconds: number;
  /** Calls `end` after that time, unless the result is called before. */
  readonly schedule?: Schedule | undefined;
}

export type Schedule = (end: () => void, afterMs: number) => () => void;

/** Makes a gate: a bounded number of places, and a semaphore that lets them run, first come, first served. */
export function createGate(limits: GateLimits): Gate {
  const { concurrency, queueLength, overloaded, retryAfterSeconds } = limits;
  let places = concurrency + queueLength;
  let refused = 0;
  const refusal = () => {
    refused += 1;
    return new ApiError(overloaded, { retryAfterSeconds });
  };
  const { run, load } = createTurns(limits, refusal);

  function takePlace(): Place {
    if (places === 0) throw refusal();
    places -= 1;
    let isHeld = true;
    return {
      run,
      free() {
        if (isHeld) places += 1;
        isHeld = false;
      },
    };
  }

  async function pass<Result>(work: () => Promise<Result>): Promise<Result> {
    const place = takePlace();
    try {
      return await run(work);
    } finally {
      place.free();
    }
  }

  return Object.assign(pass, { takePlace, isFull: () => places === 0, load: () => ({ ...load(), refused }) });
}

/** Lets a number of works run at a time. The others wait for their turn, and get `refusal` when that lasts too long. */
function createTurns(
  { concurrency, waitMs, schedule = onTimer }: GateLimits,
  refusal: () => ApiError,
): { readonly run: Run; readonly load: () => Omit<GateLoad, 'refused'> } {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        stop();
        resolve();
      };
      const stop = schedule(() => {
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

  return { run, load: () => ({ running, waiting: waiting.length }) };
}

export function onTimer(end: () => void, afterMs: number): () => void {
  const timer = setTimeout(end, afterMs);
  return () => clearTimeout(timer);
}
