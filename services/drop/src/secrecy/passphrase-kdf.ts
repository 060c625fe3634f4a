import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';

/** Key material of a caller's key: slow and memory-hard, so it waits its turn. */
export interface PassphraseKdf {
  /**
   * Runs `work` when its turn comes; throws overloaded (503) at once when too many wait. `work` gets the derivation,
   * and may refuse before it spends one.
   */
  takeTurn<Result>(
    work: (derive: (key: string, salt: Uint8Array) => Promise<Uint8Array>) => Promise<Result>,
  ): Promise<Result>;
}

/** Source: contract part 3 "Secrecy". */
const maxRunning = 2;
const maxWaiting = 64;
const retryAfterSeconds = 1;

/** `derive` is argon2id(key, salt, m=19456 t=2 p=1) with 32 bytes out. */
export function createPassphraseKdf(
  derive: (key: string, salt: Uint8Array) => Promise<Uint8Array>,
): PassphraseKdf {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new ApiError(errors.overloaded, { retryAfterSeconds });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the place on, so that nobody slips in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async takeTurn(work) {
      await enter();
      try {
        return await work(derive);
      } finally {
        leave();
      }
    },
  };
}
