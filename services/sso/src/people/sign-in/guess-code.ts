import type { Attempts, Budget } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';

export interface GuessPorts {
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly newId: () => string;
  readonly attempts: Pick<Attempts, 'hold' | 'keep' | 'release'>;
  readonly settings: { readonly codeGuesses: Budget };
}

/** What guesses are counted by, with how many times the usual limit it has. */
export interface GuessKey {
  readonly name: string;
  readonly factor: number;
}

/** A look-up whose process died frees its slot after this time. Every look-up that answers is faster. */
export const lookUpMs = 10_000;
const pauseMs = 20;
const patienceMs = 2_000;

/**
 * Looks a user code up while it holds a slot of every key, so that parallel guesses cannot get past the budget. A
 * look-up that finds nothing keeps its slots. One that finds something, or fails, releases its own slots.
 * Throws throttled when no slot is free. Source: contract part 1 "Limits", RFC 8628 5.1.
 */
export async function guessCode<Found>(
  ports: GuessPorts,
  keys: readonly GuessKey[],
  lookUp: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const slots = createSlots(ports, keys);
  await holdSlots(ports, slots);
  let isBad = false;
  try {
    const found = await lookUp();
    isBad = found === undefined;
    return found;
  } finally {
    await (isBad ? slots.keep() : slots.release());
  }
}

/** The slots of one look-up. Each key is a call of its own, because a Redis Cluster keeps them on different nodes. */
function createSlots({ attempts, settings, newId }: GuessPorts, keys: readonly GuessKey[]) {
  const slot = newId();
  const { codeGuesses } = settings;
  const counters = keys.map(({ name, factor }) => ({
    key: `guess:${name}`,
    budget: { ...codeGuesses, limit: codeGuesses.limit * factor },
  }));
  return {
    hold: () => Promise.all(counters.map((counter) => attempts.hold([counter], slot))),
    keep: () => Promise.all(counters.map((counter) => attempts.keep([counter], slot))),
    release: () => Promise.all(counters.map((counter) => attempts.release([counter], slot))),
  };
}

/** Waits for slots that other look-ups hold, because they are soon free. Throws throttled for slots that are kept. */
async function holdSlots({ pause }: GuessPorts, slots: ReturnType<typeof createSlots>): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const longestMs = Math.max(...(await slots.hold()));
    if (longestMs === 0) return;
    await slots.release();
    if (longestMs > lookUpMs || waitedMs >= patienceMs) {
      throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(longestMs / 1000) });
    }
    await pause(pauseMs);
  }
}
