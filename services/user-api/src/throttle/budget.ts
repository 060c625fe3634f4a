/** How many attempts may fail, and how long one more must wait. Times in seconds. */
export interface Budget {
  readonly limit: number;
  readonly windowSeconds: number;
  /** 0: wait for the window to end. Else the wait after the last free attempt, doubling with each further one … */
  readonly firstWaitSeconds: number;
  /** … up to this. */
  readonly longestWaitSeconds: number;
}

interface AttemptAnswer {
  readonly allowed: boolean;
  /** Seconds to wait; 0 when allowed. */
  readonly retryAfterSeconds: number;
}

/** Counters that all replicas share. Each act is one atomic step, so that parallel attempts cannot exceed a budget. */
export interface ThrottleStore {
  /** Takes one attempt out of a budget. */
  take(key: string, budget: Budget, nowMs: number): Promise<AttemptAnswer>;
  /** Puts one attempt back: it was no failure. */
  giveBack(key: string): Promise<void>;
  /** Forgets all failures. */
  clear(key: string): Promise<void>;
}

const quarterHour = 15 * 60;
const month = 30 * 24 * 3600;

/** Source: contract part 2 "Passwords, codes, throttling". */
export const budgets = {
  network: { limit: 60, windowSeconds: 60, firstWaitSeconds: 0, longestWaitSeconds: 60 },
  accountAndNetwork: {
    limit: 10,
    windowSeconds: quarterHour,
    firstWaitSeconds: 60,
    longestWaitSeconds: quarterHour,
  },
  /** Spent by failures from everywhere; a known device may still try, so it never locks the account's owner out. */
  account: { limit: 100, windowSeconds: month, firstWaitSeconds: 0, longestWaitSeconds: quarterHour },
  oneTimeCode: {
    limit: 5,
    windowSeconds: quarterHour,
    firstWaitSeconds: 0,
    longestWaitSeconds: quarterHour,
  },
} as const satisfies Record<string, Budget>;
