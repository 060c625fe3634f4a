import type { Result } from './result.ts';

/** Runs for so many seconds, or until what was prepared is used up. */
export type Run = (seconds: number) => Promise<Result>;

/** One of those that do the same work in turn. */
export interface Side {
  readonly name: string;
  /** `peer`: another server that does the same; `floor`: what the work needs at least. */
  readonly kind: 'latchkey' | 'peer' | 'floor';
  /** Names of the processes that answer; a side of this process has none. */
  readonly processes: readonly string[];
  /** The least ratio of our rate to this side's. */
  readonly aim?: number;
  /** How many of its units make one of ours, such as signatures for a token package. */
  readonly unitsPerRequest?: number;
  /** Whether the CPU of our workload is held to a budget beside this side's. */
  readonly isBudgetFloor?: boolean;
  /** Makes what one round needs. Round 0 warms up and does not count. */
  prepare(round: number): Promise<Run>;
}

export interface Workload {
  readonly name: string;
  readonly group: 'sso' | 'user-api' | 'drop';
  /** Ours comes first. */
  readonly sides: readonly [Side, ...Side[]];
}
