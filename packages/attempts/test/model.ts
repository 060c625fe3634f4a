import type { Attempts, Counter } from '../src/attempts.ts';

interface Entry {
  readonly key: string;
  readonly slot: string;
  readonly freeAtMs: number;
  readonly isKept: boolean;
}

/** What {@link Attempts} promises, written as plainly as possible: one list of slots and one list of penalties. */
export function createModel(now: () => number): Attempts {
  let entries: Entry[] = [];
  let shuts: { key: string; untilMs: number }[] = [];
  const live = (key: string) => entries.filter((entry) => entry.key === key && entry.freeAtMs > now());
  const shut = (key: string) => shuts.find((one) => one.key === key && one.untilMs > now())?.untilMs;
  const setShut = (key: string, untilMs: number) => {
    shuts = [{ key, untilMs }, ...shuts.filter((one) => one.key !== key)];
  };
  const without = (key: string, slot: string) =>
    entries.filter((entry) => entry.key !== key || entry.slot !== slot);
  const closedMs = ({ budget: { penalty } }: Counter) =>
    penalty && 'closedMs' in penalty ? penalty.closedMs : undefined;
  const doubling = ({ budget: { penalty } }: Counter) =>
    penalty && 'firstWaitMs' in penalty ? penalty : undefined;

  function waitOf(counter: Counter): number {
    const untilMs = shut(counter.key);
    if (untilMs !== undefined) return untilMs - now();
    const slots = live(counter.key);
    if (doubling(counter) || slots.length < counter.budget.limit) return 0;
    if (counter.budget.heldWaitMs && !slots.every(({ isKept }) => isKept)) return counter.budget.heldWaitMs;
    return Math.min(...slots.map(({ freeAtMs }) => freeAtMs)) - now();
  }
  const waitMs = async (counters: readonly Counter[]) => Math.max(...counters.map(waitOf));

  return {
    waitMs,
    async hold(counters, slot) {
      const wait = await waitMs(counters);
      if (wait > 0) return wait;
      for (const counter of counters) {
        const { key, budget } = counter;
        entries = [...live(key), ...entries.filter((entry) => entry.key !== key)];
        const freeAtMs = now() + (budget.heldMs ?? budget.windowMs);
        entries.push({ key, slot, freeAtMs, isKept: false });
        const its = doubling(counter);
        const beyond = live(key).length - budget.limit;
        if (its === undefined || beyond < 0) continue;
        const untilMs = now() + Math.min(its.firstWaitMs * 2 ** beyond, its.longestWaitMs);
        setShut(key, untilMs);
        entries = entries.map((entry) =>
          entry.key === key ? { ...entry, freeAtMs: untilMs + budget.windowMs } : entry,
        );
      }
      return 0;
    },
    async keep(counters, slot) {
      for (const counter of counters) {
        const { key, budget } = counter;
        const held = live(key).find((entry) => entry.slot === slot)?.freeAtMs ?? 0;
        const freeAtMs = Math.max(now() + budget.windowMs, held);
        entries = [...without(key, slot), { key, slot, freeAtMs, isKept: true }];
        const closed = closedMs(counter);
        if (closed === undefined || live(key).filter(({ isKept }) => isKept).length < budget.limit) continue;
        entries = entries.filter((entry) => entry.key !== key);
        setShut(key, now() + closed);
      }
    },
    async release(counters, slot) {
      for (const counter of counters) {
        const isThere = live(counter.key).some((entry) => entry.slot === slot);
        if (isThere && doubling(counter)) setShut(counter.key, 0);
        entries = without(counter.key, slot);
      }
      return counters.some(({ key }) => live(key).length > 0 || shut(key) !== undefined);
    },
    async clear(counters) {
      for (const counter of counters) {
        entries = entries.filter(({ key }) => key !== counter.key);
        if (closedMs(counter) === undefined) setShut(counter.key, 0);
      }
    },
  };
}
