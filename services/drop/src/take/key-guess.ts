import type { Budget } from '@latchkey/attempts';
import { shareOf } from '@latchkey/request-parser';

const minuteMs = 60_000;

/** Wrong keys that one network may try on a drop. Source, also of the limit per drop: contract part 3 "Secrecy". */
const perNetwork: Budget = {
  limit: 5,
  windowMs: 10 * minuteMs,
  // Guesses that are still being judged are done in moments.
  heldWaitMs: 1_000,
  penalty: { closedMs: 30 * minuteMs },
};

/** Wrong keys that all networks together may try on a drop. */
const perDrop: Budget = { limit: 20, windowMs: 10 * minuteMs };

export type KeyGuess = ReturnType<typeof createKeyGuess>;

/** The counters of a guess, which `slot` names. `network` as `networkOf` names it. */
export function createKeyGuess(dropId: string, network: string, slot: string) {
  const drop = { key: `{${dropId}}`, budget: perDrop };
  const budget = { ...perNetwork, limit: perNetwork.limit * shareOf(network) };
  const ofNetwork = { key: `{${dropId}}:${network}`, budget };
  return { slot, network: ofNetwork, both: [ofNetwork, drop] };
}
