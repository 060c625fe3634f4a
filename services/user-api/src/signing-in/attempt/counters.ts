import { createHmac, createSecretKey } from 'node:crypto';
import type { Attempts, Budget, Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import { siteFactor } from '@latchkey/request-parser';
import type { Account } from '../../accounts/account.ts';
import { errors } from '../../errors.ts';

const minuteMs = 60 * 1000;
const quarterHourMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The wait of an attempt whose network has all its slots held by others: a right password frees its slot. */
export const heldWaitMs = 200;

/** How many attempts may fail. Source: contract part 2 "Passwords, codes, throttling". */
const budgets = {
  network: { limit: 60, windowMs: minuteMs, heldWaitMs },
  /** All networks of an IPv6 site together. */
  site: { limit: 60 * siteFactor, windowMs: minuteMs, heldWaitMs },
  /** All visitors of a client that signs people in through its own server; nobody else is limited by them. */
  relayClient: { limit: 600, windowMs: minuteMs, heldWaitMs },
  /** One warning a minute says that a client has used that up. */
  relayClientNotice: { limit: 1, windowMs: minuteMs },
  /** Of one account at one place, such as a network. */
  accountAndNetwork: {
    limit: 10,
    windowMs: quarterHourMs,
    penalty: { firstWaitMs: minuteMs, longestWaitMs: quarterHourMs },
  },
  /** Failures from all networks use it up. A known device may still try, so it never locks the account's owner out. */
  account: { limit: 100, windowMs: 30 * dayMs, fromFirst: true },
  /** As long as those of an account; made-up names share a fixed number of counters, so that they do not fill Redis. */
  unknownName: { limit: 100, windowMs: 30 * dayMs, fromFirst: true },
  /** One row of the log a day says that the budget of an account or of a sign-in is used up. */
  lockNotice: { limit: 1, windowMs: dayMs },
  /** One row of the log a minute says what an operator reads at a route. */
  operatorRow: { limit: 1, windowMs: minuteMs },
  /** Right sign-ins of one account; a setting has the limit. */
  signIns: { limit: 30, windowMs: minuteMs },
  /** App tokens of one client, and of all clients of one owner; a setting has the limit. */
  appTokens: { limit: 30, windowMs: minuteMs },
  /** Writes of one principal; a setting has the limit. */
  writes: { limit: 120, windowMs: minuteMs },
  /** What forms for everybody may cause; a setting has the limit of all mails together. */
  mailbox: { limit: 5, windowMs: hourMs },
  /** As long as a link lives: while it is used up, the mailbox has an open link, whoever asked. */
  resetMailbox: { limit: 5, windowMs: hourMs / 2 },
  mailNetwork: { limit: 20, windowMs: hourMs },
  /** All networks of an IPv6 site together. */
  mailSite: { limit: 20 * siteFactor, windowMs: hourMs },
  mails: { limit: 1_000, windowMs: hourMs },
  /** Uses of an open link, each of which costs a hash, by who the link is for. */
  linkTries: { limit: 10, windowMs: hourMs },
  oneTimeCode: { limit: 5, windowMs: quarterHourMs },
  /** Wrong passwords and codes of one sign-in, over its life: no refresh family lives longer than the window. */
  guesses: { limit: 20, windowMs: 90 * dayMs, heldMs: minuteMs, heldWaitMs: 1000 },
  /** Wrong codes of one account; a right one clears it. */
  manyCodes: { limit: 50, windowMs: 30 * dayMs, fromFirst: true },
} as const satisfies Record<string, Budget>;

/** Answers the counter of a budget for what the values name. Counters with the same first value are in one hash slot. */
export type CounterOf = (kind: keyof typeof budgets, ...values: string[]) => Counter;

export interface CounterPorts {
  readonly attempts: Attempts;
  readonly counterOf: CounterOf;
}

/**
 * Names counters by an HMAC of what they count, so that Redis holds no address and no email, and an unknown name
 * throttles like a known one. Source: contract part 2 "Passwords, codes, throttling".
 */
export function createCounterOf(hmacKey: Uint8Array): CounterOf {
  const key = createSecretKey(hmacKey);
  const nameOf = (values: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url');
  return (kind, ...values) => {
    const first = nameOf(values.slice(0, 1));
    const own = values.length > 1 ? nameOf(values) : first;
    const slot = `${kind}:{${first.slice(0, sharedLength)}}`;
    return { key: kind === 'unknownName' ? slot : slot + own, budget: budgets[kind] };
  };
}

/** Base64url characters: 262,144 counters of unknown names, about 30 MB of Redis when all are in use. */
const sharedLength = 3;

/** Whom an attempt is counted against: the account however it was named, else the folded name. */
export interface Subject {
  readonly account: Account | undefined;
  readonly throttleName: string;
}

/** What an account is counted by. The kind before the id keeps it apart from every name that a caller may type. */
export function accountName({ id }: Pick<Account, 'id'>): string {
  return `account:${id}`;
}

/** Counts the failures of a subject in all networks together. */
export function everywhereOf(counterOf: CounterOf, { account, throttleName }: Subject): Counter {
  return counterOf(account === undefined ? 'unknownName' : 'account', throttleName);
}

/** Counters with the limit of a setting; none where that is 0. */
export function limitedBy(limit: number, ...counters: readonly Counter[]): Counter[] {
  return limit === 0 ? [] : counters.map(({ key, budget }) => ({ key, budget: { ...budget, limit } }));
}

/** Forgets the failures of an account, once an operator has given it a new password or enabled it. */
export async function clearAccountBudget(
  { attempts, counterOf }: CounterPorts,
  account: Pick<Account, 'id'>,
): Promise<void> {
  for (const counter of [counterOf('account', accountName(account)), counterOf('lockNotice', account.id)])
    await attempts.clear([counter]);
}

/** Throws throttled unless the wait is 0. */
export function assertNoWait(waitMs: number): void {
  if (waitMs > 0) throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
