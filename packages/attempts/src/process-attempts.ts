import { LRUCache } from 'lru-cache';
import type { Attempts, Budget, Counter } from './attempts.ts';

interface Slot {
  readonly freeAtMs: number;
  readonly isKept: boolean;
}

interface State {
  readonly slots: Map<string, Slot>;
  shutUntilMs: number;
}

/**
 * Counts in this process: for a service without Redis, while Redis is down, and for tests. Beyond `maxKeys`
 * the counter that was used least recently is forgotten. `now` in milliseconds.
 */
export function createProcessAttempts({
  now,
  maxKeys = 50_000,
}: {
  now: () => number;
  maxKeys?: number;
}): Attempts {
  // `maxSize` takes room as it fills; `max` would take all of it at once.
  const states = new LRUCache<string, State>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  /** The slots of a key that have not expired; an empty key is not stored. */
  function find(key: string): State {
    const state = states.get(key) ?? { slots: new Map<string, Slot>(), shutUntilMs: 0 };
    for (const [slot, { freeAtMs }] of state.slots) if (freeAtMs <= now()) state.slots.delete(slot);
    return state;
  }

  function longestWait(counters: readonly Counter[]): number {
    return Math.max(0, ...counters.map(({ key, budget }) => waitOf(find(key), budget, now())));
  }

  function hold({ key, budget }: Counter, slot: string): void {
    const state = find(key);
    const freeAtMs = firstFree(state, budget) ?? now() + (budget.heldMs ?? budget.windowMs);
    state.slots.set(slot, { freeAtMs, isKept: false });
    startWait(state, budget, now());
    states.set(key, state);
  }

  function keep({ key, budget }: Counter, slot: string): void {
    const state = find(key);
    const heldUntilMs = state.slots.get(slot)?.freeAtMs ?? 0;
    const freeAtMs = firstFree(state, budget) ?? Math.max(now() + budget.windowMs, heldUntilMs);
    state.slots.set(slot, { freeAtMs, isKept: true });
    const kept = [...state.slots.values()].filter(({ isKept }) => isKept);
    if (budget.penalty && 'closedMs' in budget.penalty && kept.length >= budget.limit) {
      state.slots.clear();
      state.shutUntilMs = now() + budget.penalty.closedMs;
    }
    states.set(key, state);
  }

  function release({ key, budget }: Counter, slot: string): boolean {
    const state = find(key);
    const isReleased = state.slots.delete(slot);
    if (isReleased && budget.penalty && 'firstWaitMs' in budget.penalty) state.shutUntilMs = 0;
    if (state.slots.size === 0 && state.shutUntilMs <= now()) states.delete(key);
    return states.has(key);
  }

  function clear({ key, budget }: Counter): void {
    const state = find(key);
    state.slots.clear();
    const staysShut = budget.penalty && 'closedMs' in budget.penalty && state.shutUntilMs > now();
    if (!staysShut) states.delete(key);
  }

  return {
    waitMs: async (counters) => longestWait(counters),
    async hold(counters, slot) {
      const waitMs = longestWait(counters);
      if (waitMs === 0) for (const counter of counters) hold(counter, slot);
      return waitMs;
    },
    keep: async (counters, slot) => counters.forEach((counter) => keep(counter, slot)),
    release: async (counters, slot) => counters.map((counter) => release(counter, slot)).includes(true),
    clear: async (counters) => counters.forEach(clear),
  };
}

/** When the window ends that began with the first slot; undefined without a slot, and where each has its own. */
function firstFree({ slots }: State, { fromFirst = false }: Budget): number | undefined {
  const [first] = slots.values();
  return fromFirst ? first?.freeAtMs : undefined;
}

/** Starts the doubling wait when all slots are used. No slot is free before a whole window without a wait is over. */
function startWait(state: State, { limit, windowMs, penalty }: Budget, nowMs: number): void {
  const { slots } = state;
  if (!penalty || !('firstWaitMs' in penalty) || slots.size < limit) return;
  const waitMs = penalty.firstWaitMs * 2 ** (slots.size - limit);
  state.shutUntilMs = nowMs + Math.min(waitMs, penalty.longestWaitMs);
  const freeAtMs = state.shutUntilMs + windowMs;
  for (const [name, { isKept }] of slots) slots.set(name, { freeAtMs, isKept });
}

function waitOf(
  { slots, shutUntilMs }: State,
  { limit, heldWaitMs = 0, penalty }: Budget,
  nowMs: number,
): number {
  if (shutUntilMs > nowMs) return shutUntilMs - nowMs;
  const isDoubling = penalty !== undefined && 'firstWaitMs' in penalty;
  if (isDoubling || slots.size < limit) return 0;
  const found = [...slots.values()];
  if (heldWaitMs > 0 && found.some(({ isKept }) => !isKept)) return heldWaitMs;
  return Math.min(...found.map(({ freeAtMs }) => freeAtMs)) - nowMs;
}
