/**
 * How many attempts may be held or kept at a time, and what happens when they are used up. Without a penalty, one more
 * attempt waits until the first slot is free.
 */
export interface Budget {
  readonly limit: number;
  /** How long a kept slot is counted, in milliseconds. */
  readonly windowMs: number;
  /** The window begins with the first slot: when that is free, all are. Otherwise, each slot has a window of its own. */
  readonly fromFirst?: boolean;
  /** How long a slot that is neither kept nor released is counted, in milliseconds. The default is the window. */
  readonly heldMs?: number;
  /** The wait that is answered while a held slot may still be released. The default is until the first slot is free. */
  readonly heldWaitMs?: number;
  readonly penalty?: ClosedPenalty | DoublingPenalty;
}

/** The kept slot that uses the budget up closes the counter for this long, and frees all its slots. */
interface ClosedPenalty {
  readonly closedMs: number;
}

/**
 * The hold that uses the budget up starts this wait. After it one attempt may hold, and each such hold doubles the wait
 * up to the longest one. A window without a wait ends the doubling.
 */
interface DoublingPenalty {
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

export interface Counter {
  readonly key: string;
  readonly budget: Budget;
  /**
   * The time of a call, in milliseconds, for a budget of calls: one without a penalty, whose attempts are held and released
   * only. Redis then counts by windows instead of one by one. A window lets the limit through at most, and about that many
   * beside the calls of the window before. All counters of one call of Attempts have it, or none.
   */
  readonly calledAtMs?: number;
}

/**
 * Counts attempts. An attempt holds a slot of each counter before its work, so that no number of parallel attempts gets
 * past a budget. It keeps the slots when it was wrong and releases them when it should not count.
 *
 * `slot` names the attempt and is used for no other one. Waits are in milliseconds. The keys of one call must be in one
 * hash slot of a Redis Cluster.
 */
export interface Attempts {
  /** How long an attempt must wait before it can hold a slot of every counter. Holds nothing. */
  waitMs(counters: readonly Counter[]): Promise<number>;
  /** Holds a slot of every counter and answers 0; or holds none and answers how long the attempt must wait. */
  hold(counters: readonly Counter[], slot: string): Promise<number>;
  /** Counts the slot for a whole window from now on, even if its hold has expired. */
  keep(counters: readonly Counter[], slot: string): Promise<void>;
  /**
   * Frees the slot at once, and ends a doubling wait. An unknown slot frees nothing. Answers whether one of the counters
   * has a slot or a penalty left.
   */
  release(counters: readonly Counter[], slot: string): Promise<boolean>;
  /** Forgets all slots and the doubling wait. A counter that is closed stays closed for its time. */
  clear(counters: readonly Counter[]): Promise<void>;
}
