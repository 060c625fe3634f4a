import { createHash, createHmac } from 'node:crypto';
import type { Attempts, Budget, Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/errors';
import type { Account } from '../account/account.ts';
import { errors, isVerdict } from '../errors.ts';

const minuteMs = 60 * 1000;
const quarterHourMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/** How many attempts may fail. Source: contract part 2 "Passwords, codes, throttling". */
const budgets = {
  network: { limit: 60, windowMs: minuteMs },
  accountAndNetwork: {
    limit: 10,
    windowMs: quarterHourMs,
    penalty: { firstWaitMs: minuteMs, longestWaitMs: quarterHourMs },
  },
  /** Failures from all networks use it up. A known device may still try, so it never locks the account's owner out. */
  account: { limit: 100, windowMs: 30 * dayMs },
  oneTimeCode: { limit: 5, windowMs: quarterHourMs },
} as const satisfies Record<string, Budget>;

/** Answers the counter of a budget for what the values name. */
export type CounterOf = (kind: keyof typeof budgets, ...values: string[]) => Counter;

/**
 * Names counters by an HMAC of what they count, so that Redis holds no address and no email, and an unknown name
 * throttles like a known one. Source: contract part 2 "Passwords, codes, throttling".
 */
export function createCounterOf(hmacKey: Uint8Array): CounterOf {
  return (kind, ...values) => ({
    key: `${kind}:${createHmac('sha256', hmacKey).update(JSON.stringify(values)).digest('base64url')}`,
    budget: budgets[kind],
  });
}

/** Devices that the right password was entered on. They may try even when others have used up an account's budget. */
export interface KnownDeviceStore {
  remember(userId: string, deviceHash: string, now: Date): Promise<void>;
  isKnown(userId: string, deviceHash: string, since: Date): Promise<boolean>;
}

const deviceKnownMs = 90 * dayMs;

/** Identifies a device by its fingerprint if it sends one, else by its network and user agent together. */
export function hashDevice(facts: { fingerprint: string; network: string; userAgent: string }): string {
  const { fingerprint, network, userAgent } = facts;
  const parts = fingerprint === '' ? ['agent', network, userAgent] : ['fingerprint', fingerprint];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Whom an attempt is counted against: the account however it was named, else the folded name. */
export interface Subject {
  readonly account: Account | undefined;
  readonly throttleName: string;
}

/** What an account is counted by. The kind before the id keeps it apart from every name that a caller may type. */
export function accountName({ id }: Pick<Account, 'id'>): string {
  return `account:${id}`;
}

export interface BudgetPorts {
  readonly attempts: Attempts;
  readonly counterOf: CounterOf;
  readonly devices: KnownDeviceStore;
  /** The network that an address is counted by: its /24 or its /64. */
  networkOf(ip: string): string;
  newId(): string;
  now(): number;
}

/** The budgets that one attempt holds while its work is done. Each hold throws throttled with the seconds to wait. */
export interface AttemptBudgets {
  /** Counts the person's network instead of the sender's, once a payload has named the person's address. */
  moveToNetwork(ip: string): Promise<void>;
  /** When the account's budget is used up, a device that the account has signed in on may still try. */
  holdAccount(subject: Subject, ip: string, deviceHash: string | undefined): Promise<void>;
  /** The secret was right: releases the network and forgets the account's failures. */
  clear(): Promise<void>;
}

/**
 * Makes an attempt that holds its network's budget. A success, and a failure that reveals nothing about what was
 * presented, release what the attempt holds. A verdict keeps it. Source: contract part 2 "Passwords, codes, throttling".
 */
export async function withBudgets<Result>(
  ports: BudgetPorts,
  ip: string,
  attempt: (budgets: AttemptBudgets) => Promise<Result>,
): Promise<Result> {
  const { release, holdNetwork, ...held } = createAttemptBudgets(ports);
  await holdNetwork(ip);
  return releaseUnlessVerdict(release, () => attempt(held));
}

/** Each call names one counter, since the keys of one call must be in one hash slot of a Redis Cluster. */
function createAttemptBudgets(ports: BudgetPorts) {
  const { attempts, counterOf, networkOf } = ports;
  const slot = ports.newId();
  let network: Counter | undefined;
  let failures: Counter[] = [];

  async function holdNetwork(ip: string): Promise<void> {
    network = counterOf('network', networkOf(ip));
    await hold(attempts, network, slot);
  }

  async function release(): Promise<void> {
    const counters = [network, ...failures].filter((counter) => counter !== undefined);
    network = undefined;
    failures = [];
    for (const counter of counters) await attempts.release([counter], slot);
  }

  async function moveToNetwork(ip: string): Promise<void> {
    if (network?.key === counterOf('network', networkOf(ip)).key) return;
    await release();
    await holdNetwork(ip);
  }

  async function holdAccount(subject: Subject, ip: string, deviceHash: string | undefined): Promise<void> {
    const { account, throttleName } = subject;
    const here = counterOf('accountAndNetwork', throttleName, networkOf(ip));
    const everywhere = counterOf('account', throttleName);
    failures = [here, everywhere];
    await hold(attempts, here, slot);
    if ((await attempts.hold([everywhere], slot)) === 0) return;
    const since = new Date(ports.now() - deviceKnownMs);
    if (account && deviceHash && (await ports.devices.isKnown(account.id, deviceHash, since))) return;
    throw new ApiError(errors.throttled, { retryAfterSeconds: quarterHourMs / 1000 });
  }

  async function clear(): Promise<void> {
    const counters = failures;
    failures = [];
    await release();
    for (const counter of counters) await attempts.clear([counter]);
  }

  return { holdNetwork, release, moveToNetwork, holdAccount, clear };
}

/** Checks a one-time code under its account's own budget. The attempt counts only if the code was wrong. */
export async function withCodeBudget<Result>(
  ports: Pick<BudgetPorts, 'attempts' | 'counterOf' | 'newId'>,
  accountId: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const counter = ports.counterOf('oneTimeCode', accountId);
  const slot = ports.newId();
  await hold(ports.attempts, counter, slot);
  return releaseUnlessVerdict(() => ports.attempts.release([counter], slot), check);
}

async function hold(attempts: Attempts, counter: Counter, slot: string): Promise<void> {
  const waitMs = await attempts.hold([counter], slot);
  if (waitMs > 0) throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

async function releaseUnlessVerdict<Result>(
  release: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    await release();
    return result;
  } catch (error) {
    if (!isVerdict(error)) await release();
    throw error;
  }
}
