import { ApiError } from '@latchkey/contracts';
import { onTimer, type GateLimits } from './gate.ts';

/** A name that a caller enters under, how many may be inside under it at a time, and how many may wait outside. */
export interface Share {
  readonly name: string;
  readonly inside: number;
  readonly outside: number;
}

/** Keeps who comes in numbers from taking what all use. */
export interface Shares {
  /**
   * Waits outside until there is room under every name, and answers how to leave. Throws what a refused caller gets where
   * too many wait, or for too long.
   */
  enter(shares: readonly Share[]): Promise<() => void>;
}

interface Waiter {
  readonly shares: readonly Share[];
  readonly start: () => void;
}

/** Makes the count of who is inside and who waits, first come, first served under each name. */
export function createShares(
  limits: Pick<GateLimits, 'waitMs' | 'overloaded' | 'retryAfterSeconds' | 'schedule'>,
): Shares {
  const { waitMs, overloaded, retryAfterSeconds, schedule = onTimer } = limits;
  const inside = new Map<string, number>();
  const waiting = new Set<Waiter>();
  const refusal = () => new ApiError(overloaded, { retryAfterSeconds });
  const hasRoom = (shares: readonly Share[]) =>
    shares.every(({ name, inside: most }) => (inside.get(name) ?? 0) < most);
  const waitsFor = (name: string) =>
    [...waiting].filter(({ shares }) => shares.some((share) => share.name === name)).length;

  function change(shares: readonly Share[], by: 1 | -1): void {
    for (const { name } of shares) {
      const count = (inside.get(name) ?? 0) + by;
      if (count === 0) inside.delete(name);
      else inside.set(name, count);
    }
  }

  function leave(shares: readonly Share[]): void {
    change(shares, -1);
    for (const waiter of waiting) if (hasRoom(waiter.shares)) waiter.start();
  }

  async function waitOutside(shares: readonly Share[]): Promise<void> {
    if (shares.some(({ name, outside }) => waitsFor(name) >= outside)) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        stop();
        waiting.delete(waiter);
        change(shares, 1);
        resolve();
      };
      const waiter: Waiter = { shares, start };
      const stop = schedule(() => {
        waiting.delete(waiter);
        reject(refusal());
      }, waitMs);
      waiting.add(waiter);
    });
  }

  return {
    async enter(shares) {
      if (hasRoom(shares)) change(shares, 1);
      else await waitOutside(shares);
      let isInside = true;
      return () => {
        if (isInside) leave(shares);
        isInside = false;
      };
    },
  };
}
