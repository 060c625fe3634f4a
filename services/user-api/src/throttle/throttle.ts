import { createHmac } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import { budgets, type Budget, type ThrottleStore } from './budget.ts';

/** One thing that attempts are counted by. */
export interface Counter {
  readonly key: string;
  readonly budget: Budget;
}

/** Takes budgets before the work and gives them back; see {@link createThrottle}. */
export interface Throttle {
  network(ip: string): Counter;
  accountAndNetwork(subject: string, ip: string): Counter;
  account(subject: string): Counter;
  oneTimeCode(subject: string): Counter;
  /** Throws throttled with the seconds to wait. */
  take(counter: Counter): Promise<void>;
  /** As `take`, but answers false instead of throwing. */
  tryTake(counter: Counter): Promise<boolean>;
  giveBack(counter: Counter): Promise<void>;
  clear(counter: Counter): Promise<void>;
}

/**
 * Counters are named by an HMAC of what they count, so that the store holds no address or email, and an unknown name
 * throttles like a known one. `now` in milliseconds. Source: contract part 2 "Passwords, codes, throttling".
 */
export function createThrottle(parts: {
  store: ThrottleStore;
  hmacKey: Uint8Array;
  /** The network that an address is counted by: its /24 or its /64. */
  networkOf: (ip: string) => string;
  now: () => number;
}): Throttle {
  const { store, networkOf, now } = parts;
  const name = (kind: keyof typeof budgets, ...values: string[]): Counter => ({
    key: `${kind}:${createHmac('sha256', parts.hmacKey).update(JSON.stringify(values)).digest('base64url')}`,
    budget: budgets[kind],
  });
  return {
    network: (ip) => name('network', networkOf(ip)),
    accountAndNetwork: (subject, ip) => name('accountAndNetwork', subject, networkOf(ip)),
    account: (subject) => name('account', subject),
    oneTimeCode: (subject) => name('oneTimeCode', subject),
    async take({ key, budget }) {
      const { allowed, retryAfterSeconds } = await store.take(key, budget, now());
      if (!allowed) throw new ApiError(errors.throttled, { retryAfterSeconds });
    },
    tryTake: async ({ key, budget }) => (await store.take(key, budget, now())).allowed,
    giveBack: ({ key }) => store.giveBack(key),
    clear: ({ key }) => store.clear(key),
  };
}
