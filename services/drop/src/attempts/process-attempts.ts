import { attemptLimits as limits, type AttemptPlace, type Attempts } from './attempts.ts';

interface Counter {
  slots: number;
  wrong: number;
  readonly untilMs: number;
}

/** Most places kept; beyond it the oldest go, so that a flood of networks cannot fill the memory. */
const maxKept = 50_000;

/** Counts in this process: for a service without Redis, and for the time that Redis is gone. `now` in milliseconds. */
export function createProcessAttempts(now: () => number): Attempts {
  const counters = new Map<string, Counter>();
  const closedUntilMs = new Map<string, number>();

  function find(key: string): Counter | undefined {
    const kept = counters.get(key);
    return kept !== undefined && now() < kept.untilMs ? kept : undefined;
  }

  function counter(key: string): Counter {
    const kept = find(key);
    if (kept) return kept;
    const fresh = { slots: 0, wrong: 0, untilMs: now() + limits.windowMs };
    counters.delete(key);
    counters.set(key, fresh);
    forgetOldest(counters);
    return fresh;
  }

  function wait(place: AttemptPlace): number {
    const closedMs = (closedUntilMs.get(networkKey(place)) ?? 0) - now();
    if (closedMs > 0) return closedMs;
    if ((find(networkKey(place))?.slots ?? 0) >= limits.perNetwork) return limits.inFlightMs;
    const drop = find(dropKey(place));
    return drop && drop.slots >= limits.perDrop ? drop.untilMs - now() : 0;
  }

  return {
    waitMs: async (place) => wait(place),
    async take(place) {
      const waitMs = wait(place);
      if (waitMs > 0) return waitMs;
      counter(networkKey(place)).slots += 1;
      counter(dropKey(place)).slots += 1;
      return 0;
    },
    async confirmWrong(place) {
      const network = counter(networkKey(place));
      network.wrong += 1;
      if (network.wrong < limits.perNetwork) return;
      counters.delete(networkKey(place));
      closedUntilMs.set(networkKey(place), now() + limits.closedMs);
      forgetOldest(closedUntilMs);
    },
    async giveBack(place) {
      for (const key of [networkKey(place), dropKey(place)]) {
        const taken = counter(key);
        taken.slots = Math.max(0, taken.slots - 1);
      }
    },
    async clear(place, slot) {
      counters.delete(networkKey(place));
      if (!slot) return;
      const drop = counter(dropKey(place));
      drop.slots = Math.max(0, drop.slots - 1);
    },
  };
}

function networkKey({ dropId, network }: AttemptPlace): string {
  return `${network} ${dropId}`;
}

function dropKey({ dropId }: AttemptPlace): string {
  return dropId;
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.size > maxKept ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
