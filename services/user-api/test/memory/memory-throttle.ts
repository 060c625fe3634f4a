import type { ThrottleStore } from '../../src/attempt/budgets.ts';

interface State {
  taken: number;
  since: number;
  waitUntil: number;
}

/** The memory twin of the throttle store. */
export function createMemoryThrottle(): ThrottleStore {
  const states = new Map<string, State>();
  return {
    take(key, budget, nowMs) {
      const [windowMs, firstMs, longestMs] = [
        budget.windowSeconds * 1000,
        budget.firstWaitSeconds * 1000,
        budget.longestWaitSeconds * 1000,
      ] as const;
      let { taken, since, waitUntil } = states.get(key) ?? { taken: 0, since: nowMs, waitUntil: 0 };
      if (waitUntil > nowMs) return Promise.resolve(refuse(waitUntil - nowMs));
      if (nowMs - Math.max(since, waitUntil) >= windowMs) [taken, since] = [0, nowMs];
      if (taken >= budget.limit && firstMs === 0) return Promise.resolve(refuse(since + windowMs - nowMs));
      taken += 1;
      const beyond = taken - budget.limit;
      waitUntil = firstMs > 0 && beyond >= 0 ? nowMs + Math.min(firstMs * 2 ** beyond, longestMs) : 0;
      states.set(key, { taken, since, waitUntil });
      return Promise.resolve({ allowed: true, retryAfterSeconds: 0 });
    },
    giveBack(key) {
      const state = states.get(key);
      if (state === undefined || state.taken <= 1) states.delete(key);
      else states.set(key, { ...state, taken: state.taken - 1, waitUntil: 0 });
      return Promise.resolve();
    },
    clear(key) {
      states.delete(key);
      return Promise.resolve();
    },
  };
}

function refuse(waitMs: number) {
  return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
}
