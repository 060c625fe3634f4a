import type { Counter } from '@latchkey/attempts';
import { siteOf } from '@latchkey/request-parser';
import { createGate, type Gate } from '@latchkey/secrets';
import { errors, isVerdict, isWithoutVerdict } from '../errors.ts';
import { logEvent, type LogEvent, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { OutcomeStore } from '../session/outcome.ts';
import {
  assertNoWait,
  everywhereOf,
  heldWaitMs,
  holdBoth,
  type CounterPorts,
  type Subject,
} from './counters.ts';
import type { Trust } from './known-device.ts';

export interface LeasePorts extends LogPorts, CounterPorts {
  readonly outcomes: OutcomeStore;
  /** The network that an address is counted by: its /24 or its /64. */
  networkOf(ip: string): string;
  /** Counts accounts whose budget is used up. */
  onAccountLocked(): void;
  pause(this: void, milliseconds: number): Promise<unknown>;
  readonly networkQueue: Gate;
}

/** What one attempt holds until it ends, and what the request log says of it when it is refused. */
export interface Lease {
  /** Names the attempt in its counters. */
  readonly slot: string;
  /** Where the person is: the sender of the request, until a payload names the person's address. */
  origin: Origin;
  networks: readonly Counter[];
  account: { readonly subject: Subject; readonly counters: readonly [Counter, Counter] } | undefined;
  /** Its place at the hash gate. */
  place: { free(): void } | undefined;
  /** Returns the payload that it has consumed. Never rejects. */
  returnPayload: (() => Promise<void>) | undefined;
  /** Keeps the payload it has consumed for the same request, which gets the same verdict. Never rejects. */
  settlePayload: (() => Promise<void>) | undefined;
  /** Whether the payload came before, with the same request, and whether that came to a verdict. */
  isReturned: boolean;
  isSettled: boolean;
  /** What the attempt is kept under, and whether it repeats one whose outcome is kept. */
  operation: { readonly op: string; readonly digest: string } | undefined;
  isRepeated: boolean;
  /** What that one has made. */
  made: readonly string[];
  /** Undefined until it is known whom the attempt is about. */
  event: Omit<LogEvent, 'code'> | undefined;
}

/**
 * Runs one attempt under the budget of its network. What it holds at its end is settled by how it ends: a success
 * releases its budgets; a verdict about what was presented keeps them, and is logged and kept for the same request; a
 * failure that judged nothing releases them and returns the payload. Throws throttled. Source: contract part 2 "Passwords, codes, throttling".
 */
export async function withLease<Result>(
  ports: LeasePorts,
  origin: Origin,
  attempt: (lease: Lease) => Promise<Result>,
): Promise<Result> {
  const lease = await takeLease(ports, origin);
  let result: Result;
  try {
    result = await attempt(lease);
  } catch (error) {
    throw await settleFailure(ports, lease, error);
  } finally {
    lease.place?.free();
  }
  try {
    await releaseBudgets(ports, lease);
  } finally {
    await lease.settlePayload?.();
  }
  return result;
}

async function takeLease(ports: LeasePorts, origin: Origin): Promise<Lease> {
  const nothing = { account: undefined, place: undefined, event: undefined, operation: undefined };
  const payload = { returnPayload: undefined, settlePayload: undefined, isReturned: false, isSettled: false };
  const lease: Lease = {
    slot: ports.newId(),
    origin,
    networks: [],
    isRepeated: false,
    made: [],
    ...nothing,
    ...payload,
  };
  await holdNetwork(ports, lease);
  return lease;
}

/** Counts the person's network instead of the sender's, once a payload has named the person's address. */
export async function moveTo(ports: LeasePorts, lease: Lease, origin: Origin): Promise<void> {
  lease.origin = origin;
  if (lease.networks[0]?.key === countersOf(ports, origin)[0]?.key) return;
  await releaseBudgets(ports, lease);
  await holdNetwork(ports, lease);
}

/** How many attempts may wait for a slot of their network; one more is throttled at once. */
export const createNetworkQueue = (): Gate =>
  createGate({
    concurrency: 256,
    queueLength: 0,
    waitMs: 0,
    overloaded: errors.throttled,
    retryAfterSeconds: 1,
  });

/** As long as the gate of hashes lets an attempt wait. */
const patienceMs = 8_000;

/**
 * Waits for slots that other attempts of the network hold, so that an office may begin its day at once. Throws throttled
 * for slots that are kept, and where too many wait.
 */
async function holdNetwork(ports: LeasePorts, lease: Lease): Promise<void> {
  const waitMs = await tryNetwork(ports, lease);
  if (waitMs > heldWaitMs) assertNoWait(waitMs);
  if (waitMs > 0) await ports.networkQueue(() => waitForNetwork(ports, lease));
}

async function waitForNetwork(ports: LeasePorts, lease: Lease): Promise<void> {
  let waitMs = heldWaitMs;
  for (let waitedMs = 0; waitMs === heldWaitMs && waitedMs < patienceMs; waitedMs += heldWaitMs) {
    await ports.pause(heldWaitMs);
    waitMs = await tryNetwork(ports, lease);
  }
  assertNoWait(waitMs);
}

/** Holds the slots and answers 0; or holds none and answers the wait. */
async function tryNetwork(ports: LeasePorts, lease: Lease): Promise<number> {
  lease.networks = countersOf(ports, lease.origin);
  try {
    const holds = lease.networks.map((counter) => ports.attempts.hold([counter], lease.slot));
    const waitMs = Math.max(...(await Promise.all(holds)));
    if (waitMs > 0) await releaseBudgets(ports, lease);
    return waitMs;
  } catch (error) {
    await releaseBudgets(ports, lease);
    throw error;
  }
}

/** What a person's network is counted by: itself and, in IPv6, the site that it is part of. */
function countersOf({ counterOf, networkOf }: LeasePorts, { ip }: Origin): Counter[] {
  const network = networkOf(ip);
  const site = siteOf(network);
  return [counterOf('network', network), ...(site === undefined ? [] : [counterOf('site', site)])];
}

/** Holds the budgets of an account or an unknown name. If others have used them up, only who is trusted may try. */
export async function holdAccount(
  ports: LeasePorts,
  lease: Lease,
  subject: Subject,
  trust: Trust,
): Promise<void> {
  const { attempts, counterOf, networkOf } = ports;
  const here = counterOf('accountAndNetwork', subject.throttleName, networkOf(lease.origin.ip));
  const counters = [here, everywhereOf(counterOf, subject)] as const;
  lease.account = { subject, counters };
  const [hereMs, everywhereMs] = await holdBoth(attempts, counters, lease.slot);
  const lockedMs = everywhereMs > 0 && !(await trust()) ? everywhereMs : 0;
  assertNoWait(Math.max(hereMs, lockedMs));
}

/** The secret was right: forgets the account's failures, and releases the network. */
export async function clearFailures(ports: LeasePorts, lease: Lease): Promise<void> {
  const { attempts } = ports;
  const { networks, account, slot } = lease;
  await Promise.all([
    ...networks.map((counter) => attempts.release([counter], slot)),
    ...(account?.counters ?? []).map((counter) => attempts.clear([counter])),
  ]);
  lease.networks = [];
  lease.account = undefined;
}

/** Each call names one counter, since the keys of one call must be in one hash slot of a Redis Cluster. */
async function releaseBudgets({ attempts }: LeasePorts, lease: Lease): Promise<void> {
  const held = [...lease.networks, ...(lease.account?.counters ?? [])];
  lease.networks = [];
  lease.account = undefined;
  await Promise.all(held.map((counter) => attempts.release([counter], lease.slot)));
}

/** Settles what a failed attempt holds, and answers what its caller gets. */
async function settleFailure(ports: LeasePorts, lease: Lease, error: unknown): Promise<unknown> {
  const failure = lease.isRepeated ? error : await keepVerdict(ports, lease, error);
  if (isWithoutVerdict(failure)) await lease.returnPayload?.();
  else if (lease.operation !== undefined) await lease.settlePayload?.();
  if (isVerdict(failure) && !lease.isRepeated) {
    await Promise.all(lease.networks.map((counter) => ports.attempts.keep([counter], lease.slot)));
    await noteLock(ports, lease);
  } else await releaseBudgets(ports, lease);
  return failure;
}

/**
 * Writes the row of a verdict, and keeps it for the same request; to wait is none to keep. When that fails there is no
 * verdict: answers the failure of the store then.
 */
async function keepVerdict(ports: LeasePorts, lease: Lease, error: unknown): Promise<unknown> {
  const { event, origin, operation } = lease;
  if (event === undefined || !isVerdict(error)) return error;
  const { code, field = null } = error;
  try {
    await logEvent(ports, { ...event, code }, origin);
    if (operation === undefined || code === 'throttled') return error;
    const nobody = { userId: null, made: [], amr: [], createdAt: new Date(ports.now()) };
    await ports.outcomes.keep({ ...operation, code, field, ...nobody });
    return error;
  } catch (failure) {
    return failure;
  }
}

/** Reports once a day that the failure which was just counted, or one before it, has used up an account's budget. */
async function noteLock(ports: LeasePorts, { account: held, slot, origin }: Lease): Promise<void> {
  const { attempts, counterOf } = ports;
  if (held?.subject.account === undefined) return;
  const userId = held.subject.account.id;
  if ((await attempts.waitMs([everywhereOf(counterOf, held.subject)])) === 0) return;
  if ((await attempts.hold([counterOf('lockNotice', userId)], slot)) > 0) return;
  ports.onAccountLocked();
  await logEvent(ports, { event: 'account.locked', code: 'throttled', userId }, origin);
}
