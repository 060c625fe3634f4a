import { createHmac } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import type { Account } from '../account/account.ts';
import { errors, isVerdict } from '../errors.ts';
import { deviceKnownDays, type KnownDeviceStore } from './known-device.ts';

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
const budgets = {
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

/** One thing that attempts are counted by. */
interface Counter {
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

const dayMs = 24 * 3600 * 1000;

export interface BudgetPorts {
  readonly throttle: Throttle;
  readonly devices: KnownDeviceStore;
  now(): number;
}

/** The budgets that one attempt holds while its work is done. */
export interface AttemptBudgets {
  /** Before the payload is spent: by the address that sent the request. */
  takeNetwork(ip: string): Promise<void>;
  /** Once a payload has said where the person is: by that address instead. */
  moveToNetwork(ip: string): Promise<void>;
  /** When the account's budget is used up, a device that it has signed in on may try all the same. */
  takeAccount(subject: Subject, ip: string, deviceHash: string | undefined): Promise<void>;
  /** The password was right: all that was taken is put back, and the account's failures are forgotten. */
  settle(): Promise<void>;
  /** The attempt came to no verdict: what it took is put back. */
  release(): Promise<void>;
}

/** Source: contract part 2 "Passwords, codes, throttling". */
function createAttemptBudgets(ports: BudgetPorts): AttemptBudgets {
  const { throttle } = ports;
  let network: Counter | undefined;
  /** Taken, to be put back; and what a right password clears. */
  let account: Counter[] = [];
  let failures: Counter[] = [];

  async function takeNetwork(ip: string): Promise<void> {
    const counter = throttle.network(ip);
    await throttle.take(counter);
    network = counter;
  }

  async function release(): Promise<void> {
    const held = [network, ...account].filter((counter) => counter !== undefined);
    network = undefined;
    account = [];
    for (const counter of held) await throttle.giveBack(counter);
  }

  return {
    takeNetwork,
    release,
    async moveToNetwork(ip) {
      if (network?.key === throttle.network(ip).key) return;
      await release();
      await takeNetwork(ip);
    },
    async takeAccount({ account: known, throttleName }, ip, deviceHash) {
      const here = throttle.accountAndNetwork(throttleName, ip);
      await throttle.take(here);
      account.push(here);
      const everywhere = throttle.account(throttleName);
      failures = [here, everywhere];
      if (await throttle.tryTake(everywhere)) {
        account.push(everywhere);
        return;
      }
      const since = new Date(ports.now() - deviceKnownDays * dayMs);
      if (known && deviceHash && (await ports.devices.isKnown(known.id, deviceHash, since))) return;
      throw new ApiError(errors.throttled, { retryAfterSeconds: everywhere.budget.longestWaitSeconds });
    },
    async settle() {
      const held = network;
      network = undefined;
      account = [];
      if (held !== undefined) await throttle.giveBack(held);
      for (const counter of failures) await throttle.clear(counter);
    },
  };
}

/** Makes an attempt, its network's budget taken first. One that comes to no verdict puts back all that it took. */
export async function withBudgets<Result>(
  ports: BudgetPorts,
  ip: string,
  attempt: (budgets: AttemptBudgets) => Promise<Result>,
): Promise<Result> {
  const held = createAttemptBudgets(ports);
  await held.takeNetwork(ip);
  try {
    return await attempt(held);
  } catch (error) {
    if (!isVerdict(error)) await held.release();
    throw error;
  }
}

/** Makes an attempt that only the network's budget guards; a success puts it back. */
export function withNetworkBudget<Result>(
  ports: BudgetPorts,
  ip: string,
  attempt: (moveToNetwork: AttemptBudgets['moveToNetwork']) => Promise<Result>,
): Promise<Result> {
  return withBudgets(ports, ip, async (held) => {
    const result = await attempt((other) => held.moveToNetwork(other));
    await held.release();
    return result;
  });
}

/** Whom an attempt is counted against: the account however it was named, else the folded name. */
export interface Subject {
  readonly account: Account | undefined;
  readonly throttleName: string;
}

/** What an account is counted by; the kind before it keeps it apart from what anybody may type as a name. */
export function accountName({ id }: Pick<Account, 'id'>): string {
  return `account:${id}`;
}
