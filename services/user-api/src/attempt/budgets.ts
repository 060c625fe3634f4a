import { createHash, createHmac, createSecretKey } from 'node:crypto';
import type { Attempts, Budget, Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import type { Account } from '../account/account.ts';
import { errors, isVerdict } from '../errors.ts';
import { logEvent, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';

const minuteMs = 60 * 1000;
const quarterHourMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/** How many attempts may fail. Source: contract part 2 "Passwords, codes, throttling", part 5 "Budgets". */
const budgets = {
  network: { limit: 60, windowMs: minuteMs },
  accountAndNetwork: {
    limit: 10,
    windowMs: quarterHourMs,
    penalty: { firstWaitMs: minuteMs, longestWaitMs: quarterHourMs },
  },
  /** Failures from all networks use it up. A known device may still try, so it never locks the account's owner out. */
  account: { limit: 100, windowMs: 30 * dayMs, fromFirst: true },
  /** Made-up names are forgotten after a day, so that they do not fill Redis. */
  unknownName: { limit: 100, windowMs: dayMs, fromFirst: true },
  /** One row of the log a day says that an account's budget is used up. */
  lockNotice: { limit: 1, windowMs: dayMs },
  oneTimeCode: { limit: 5, windowMs: quarterHourMs },
  /** Wrong codes of one account; a right one clears it. */
  manyCodes: { limit: 50, windowMs: 30 * dayMs, fromFirst: true },
} as const satisfies Record<string, Budget>;

/** Answers the counter of a budget for what the values name. */
export type CounterOf = (kind: keyof typeof budgets, ...values: string[]) => Counter;

/**
 * Names counters by an HMAC of what they count, so that Redis holds no address and no email, and an unknown name
 * throttles like a known one. Source: contract part 2 "Passwords, codes, throttling".
 */
export function createCounterOf(hmacKey: Uint8Array): CounterOf {
  const key = createSecretKey(hmacKey);
  return (kind, ...values) => ({
    key: `${kind}:${createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url')}`,
    budget: budgets[kind],
  });
}

/** Devices that an account has signed in on. They may try even when others have used up its budget. */
export interface KnownDeviceStore {
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

/** Where an attempt comes from. */
type Where = Pick<Origin, 'ip' | 'userAgent'>;

/** What an account is counted by. The kind before the id keeps it apart from every name that a caller may type. */
export function accountName({ id }: Pick<Account, 'id'>): string {
  return `account:${id}`;
}

export interface BudgetPorts extends LogPorts {
  readonly attempts: Attempts;
  readonly counterOf: CounterOf;
  readonly devices: KnownDeviceStore;
  /** The network that an address is counted by: its /24 or its /64. */
  networkOf(ip: string): string;
  /** Counts accounts whose budget is used up. */
  onAccountLocked(): void;
}

/**
 * Whether somebody may try although others have used up an account's budget: on a device that the account has signed in
 * on, or in a live session of it. It is asked only then.
 */
export type Trust = () => Promise<boolean>;

/** Trusts who is signed in. */
export const inSession: Trust = () => Promise.resolve(true);

/** Trusts a device that the account has signed in on. */
export function onDevice(
  ports: Pick<BudgetPorts, 'devices' | 'now'>,
  account: Pick<Account, 'id'> | undefined,
  deviceHash: string,
): Trust {
  const since = new Date(ports.now() - deviceKnownMs);
  return async () => account !== undefined && ports.devices.isKnown(account.id, deviceHash, since);
}

/** The budgets that one attempt holds while its work is done. Each hold throws throttled with the seconds to wait. */
export interface AttemptBudgets {
  /** Counts the person's network instead of the sender's, once a payload has named the person's address. */
  moveToNetwork(ip: string): Promise<void>;
  /** When the account's budget is used up, only who is trusted may still try. */
  holdAccount(subject: Subject, where: Where, trust: Trust): Promise<void>;
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
  const { release, holdNetwork, noteLock, ...held } = createAttemptBudgets(ports);
  await holdNetwork(ip);
  return releaseUnlessVerdict({ release, onVerdict: noteLock }, () => attempt(held));
}

/** Each call names one counter, since the keys of one call must be in one hash slot of a Redis Cluster. */
function createAttemptBudgets(ports: BudgetPorts) {
  const { attempts, counterOf, networkOf } = ports;
  const slot = ports.newId();
  let network: Counter | undefined;
  let failures: Counter[] = [];
  let tried: { subject: Subject; where: Where } | undefined;

  async function holdNetwork(ip: string): Promise<void> {
    network = counterOf('network', networkOf(ip));
    await hold(attempts, network, slot);
  }

  async function release(): Promise<void> {
    const counters = [network, ...failures].filter((counter) => counter !== undefined);
    network = undefined;
    failures = [];
    await Promise.all(counters.map((counter) => attempts.release([counter], slot)));
  }

  async function moveToNetwork(ip: string): Promise<void> {
    if (network?.key === counterOf('network', networkOf(ip)).key) return;
    await release();
    await holdNetwork(ip);
  }

  async function holdAccount(subject: Subject, where: Where, trust: Trust): Promise<void> {
    const here = counterOf('accountAndNetwork', subject.throttleName, networkOf(where.ip));
    const everywhere = everywhereOf(counterOf, subject);
    failures = [here, everywhere];
    tried = { subject, where };
    const [hereMs, everywhereMs] = await holdBoth(attempts, here, everywhere, slot);
    const lockedMs = everywhereMs > 0 && !(await trust()) ? everywhereMs + hiddenMs(subject) : 0;
    const waitMs = Math.max(hereMs, lockedMs);
    if (waitMs > 0) throw throttled(waitMs);
  }

  /** Tells once a day that the failure which was just counted, or one before it, has used up an account's budget. */
  async function noteLock(): Promise<void> {
    const { subject, where } = tried ?? {};
    if (subject?.account === undefined || where === undefined || failures.length === 0) return;
    const userId = subject.account.id;
    if ((await attempts.waitMs([everywhereOf(counterOf, subject)])) === 0) return;
    if ((await attempts.hold([counterOf('lockNotice', userId)], slot)) > 0) return;
    ports.onAccountLocked();
    await logEvent(ports, { event: 'account.locked', code: 'throttled', userId }, where);
  }

  async function clear(): Promise<void> {
    const counters = failures;
    failures = [];
    await Promise.all([release(), ...counters.map((counter) => attempts.clear([counter]))]);
  }

  return { holdNetwork, release, moveToNetwork, holdAccount, noteLock, clear };
}

/** Forgets the failures of an account, once an operator has given it a new password or enabled it. */
export async function clearAccountBudget(
  { attempts, counterOf }: Pick<BudgetPorts, 'attempts' | 'counterOf'>,
  account: Pick<Account, 'id'>,
): Promise<void> {
  for (const counter of [counterOf('account', accountName(account)), counterOf('lockNotice', account.id)])
    await attempts.clear([counter]);
}

function everywhereOf(counterOf: CounterOf, { account, throttleName }: Subject): Counter {
  return counterOf(account === undefined ? 'unknownName' : 'account', throttleName);
}

/** What an unknown name's wait lacks, so that it is told to wait as long as an account. */
function hiddenMs({ account }: Subject): number {
  return account === undefined ? budgets.account.windowMs - budgets.unknownName.windowMs : 0;
}

export function throttled(waitMs: number): ApiError {
  return new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** Holds a slot. Throws throttled. */
async function hold(attempts: Attempts, counter: Counter, slot: string): Promise<void> {
  const waitMs = await attempts.hold([counter], slot);
  if (waitMs > 0) throw throttled(waitMs);
}

/**
 * Holds a slot of `first`, and then one of `second`. Answers both waits: a short one must not hide that the other one is
 * long. Each is a call of its own, since the keys of one call must be in one hash slot of a Redis Cluster.
 */
export async function holdBoth(
  attempts: Attempts,
  first: Counter,
  second: Counter,
  slot: string,
): Promise<[firstMs: number, secondMs: number]> {
  const firstMs = await attempts.hold([first], slot);
  return [firstMs, await (firstMs > 0 ? attempts.waitMs([second]) : attempts.hold([second], slot))];
}

interface Endings {
  release(): Promise<void>;
  onVerdict?(): Promise<void>;
}

/** Releases what `work` holds, unless it ends in a verdict about what was presented. */
export async function releaseUnlessVerdict<Result>(
  { release, onVerdict }: Endings,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    await release();
    return result;
  } catch (error) {
    if (isVerdict(error)) await onVerdict?.();
    else await release();
    throw error;
  }
}
