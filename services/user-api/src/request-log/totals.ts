import { totalNames } from '@latchkey/contracts';

type Totals = Readonly<Record<(typeof totalNames)[number], number>>;

/** `since` is the beginning of a day in UTC. */
type CountedDay = { readonly since: Date } & Totals;

/** Totals by day of UTC, from counters. */
export interface DayCounts {
  /** Those of the days that begin from `from` to before `to`; days without rows may be missing. */
  countByDay(from: Date, to: Date): Promise<CountedDay[]>;
}

const dayMs = 24 * 3600 * 1000;
const none = Object.fromEntries(totalNames.map((name) => [name, 0])) as Totals;

/** The beginning, in UTC, of the day that an instant is in. */
export const startOfDay = (instantMs: number): number => Math.floor(instantMs / dayMs) * dayMs;

/** How many days a period touches; its end is no part of it. */
export const countDays = (fromMs: number, toMs: number): number =>
  Math.max(0, Math.ceil((toMs - startOfDay(fromMs)) / dayMs));

/** The totals of each day of UTC that a period touches, the newest first. Source: contract part 2 "Totals". */
export async function findTotals(
  { countByDay }: DayCounts,
  fromMs: number,
  toMs: number,
): Promise<({ readonly day: string } & Totals)[]> {
  const firstMs = startOfDay(fromMs);
  const counted = await countByDay(new Date(firstMs), new Date(toMs));
  const found = new Map(counted.map(({ since, ...totals }) => [since.getTime(), totals]));
  const days = Array.from({ length: countDays(fromMs, toMs) }, (_, index) => firstMs + index * dayMs);
  return days.toReversed().map((atMs) => {
    const day = new Date(atMs).toISOString().slice(0, 10);
    return { day, ...none, ...found.get(atMs) };
  });
}
