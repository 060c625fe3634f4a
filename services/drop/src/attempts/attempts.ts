/** Where an attempt comes from and what it is at. */
export interface AttemptPlace {
  readonly dropId: string;
  /** As `networkOf` names it. */
  readonly network: string;
}

/**
 * Counts wrong keys. A slot is taken before a guess is judged, so that no number of parallel guesses gets past the
 * limits. Waits are in milliseconds, 0 for none. Source: contract part 3 "Secrecy".
 */
export interface Attempts {
  /** How long this place must wait; takes nothing. */
  waitMs(place: AttemptPlace): Promise<number>;
  /** Takes a slot, or answers how long this place must wait. */
  take(place: AttemptPlace): Promise<number>;
  /** The slot's guess was wrong: it stays taken, and the last one closes the place. */
  confirmWrong(place: AttemptPlace): Promise<void>;
  /** The slot's guess was never judged: gives the slot back. */
  giveBack(place: AttemptPlace): Promise<void>;
  /** A right key: gives back what the place took and forgets its wrong ones. `slot`: one was taken. */
  clear(place: AttemptPlace, slot: boolean): Promise<void>;
}

export const attemptLimits = {
  perNetwork: 5,
  perDrop: 20,
  windowMs: 10 * 60_000,
  closedMs: 30 * 60_000,
  /** Slots are taken by guesses still being judged: those are done in moments. */
  inFlightMs: 1_000,
} as const;
