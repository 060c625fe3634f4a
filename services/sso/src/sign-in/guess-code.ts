import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import { lookUpMs, type GuessSlots } from './guess-slots.ts';

export interface GuessPorts {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly newId: () => string;
  readonly guesses: GuessSlots;
}

const pauseMs = 20;
const patienceMs = 2_000;

/**
 * Looks a user code up inside a slot of every key, held before the look-up, so that guesses in parallel cannot pass
 * together. What finds nothing keeps its slots; what finds something gives its own back and nobody else's.
 * Throws throttled when no slot is free. Source: contract part 1 "Approval page", RFC 8628 5.1.
 */
export async function guessCode<Found>(
  ports: GuessPorts,
  keys: readonly string[],
  lookUp: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const id = ports.newId();
  await holdSlots(ports, keys, id);
  let isBad = false;
  try {
    const found = await lookUp();
    isBad = found === undefined;
    return found;
  } finally {
    const { guesses, now } = ports;
    await Promise.all(keys.map((key) => (isBad ? guesses.keep(key, id, now()) : guesses.release(key, id))));
  }
}

/** Slots that are held for other look-ups are free again in no time, so those are waited for. */
async function holdSlots(ports: GuessPorts, keys: readonly string[], id: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const waits = await Promise.all(keys.map((key) => ports.guesses.hold(key, id, ports.now())));
    const refused = waits.filter((wait) => wait !== undefined);
    if (refused.length === 0) return;
    await Promise.all(keys.map((key) => ports.guesses.release(key, id)));
    const longestMs = Math.max(...refused);
    if (longestMs > lookUpMs || waitedMs >= patienceMs) {
      throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(longestMs / 1000) });
    }
    await ports.pause(pauseMs);
  }
}
