import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';

/** Runs work that costs much memory a few at a time. */
export type HashGate = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface HashGateLimits {
  readonly concurrency: number;
  readonly queueLength: number;
  readonly waitMilliseconds: number;
}

/** Contract part 2 "Passwords, codes, throttling". */
const contractLimits: HashGateLimits = { concurrency: 2, queueLength: 32, waitMilliseconds: 2_000 };

/** Makes a semaphore with a bounded queue: beyond it, or after the wait, `overloaded` is thrown and nothing has run. */
export function createHashGate(limits: HashGateLimits = contractLimits): HashGate {
  const waiting: (() => void)[] = [];
  let running = 0;

  function enter(): Promise<void> {
    if (running < limits.concurrency) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= limits.queueLength) return Promise.reject(createOverloadedError());
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(createOverloadedError());
      }, limits.waitMilliseconds);
      waiting.push(start);
    });
  }

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

function createOverloadedError(): ApiError {
  return new ApiError(errors.overloaded, { retryAfterSeconds: 2 });
}
