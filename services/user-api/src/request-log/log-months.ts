/** How many months there are after this one. A month is made long before it begins, since a row without one is refused. */
export const monthsAhead = 12;
/** Fewer than this, and operators are warned. */
export const fewestMonthsAhead = 2;
/**
 * A month is deleted once its last row is this number of days old. Source:
 * contract part 0 "What is kept, and for how long".
 */
export const keptDays = 90;

/** An oldest month that was old enough. `rows` is null when it stayed because somebody used it. */
interface OldMonth {
  readonly month: string;
  readonly rows: number | null;
}

/**
 * The partitions of the request log. A month is one in UTC; the first partition holds all rows from before the first
 * month.
 */
export interface LogMonths {
  /** Makes what is missing of this month and {@link monthsAhead} after it, and answers what it made. */
  make(now: Date): Promise<string[]>;
  /** Drops the oldest month if it is over and its last row is {@link keptDays} old. */
  dropOldest(now: Date): Promise<OldMonth | undefined>;
  /** The time by the clock of the database: a machine whose own clock is ahead would drop what must be kept. */
  findTime(): Promise<Date>;
  findEnd(): Promise<Date>;
}

export interface MonthsReport {
  readonly made: readonly string[];
  readonly dropped: readonly OldMonth[];
  /** A month that is old enough but in use; a later run drops it. */
  readonly inUse: string | null;
  readonly end: Date;
}

/** Makes the months ahead and drops the old ones, one after the other. Many may do so at once. */
export async function keepMonths(months: LogMonths, now: Date): Promise<MonthsReport> {
  const made = await months.make(now);
  const dropped: OldMonth[] = [];
  let old = await months.dropOldest(now);
  while (old !== undefined && old.rows !== null) {
    dropped.push(old);
    old = await months.dropOldest(now);
  }
  return { made, dropped, inUse: old?.month ?? null, end: await months.findEnd() };
}

/** How many whole months there are after the one of `now`. */
export function countMonthsAhead(end: Date, now: Date): number {
  const monthOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth();
  return monthOf(end) - monthOf(now) - 1;
}
