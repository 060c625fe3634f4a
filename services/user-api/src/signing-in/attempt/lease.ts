import { isVerdict, isWithoutVerdict } from '../../errors.ts';
import { logEvent } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { assertNoWait, everywhereOf, type Subject } from './counters.ts';
import type { Held, Lease, LeasePorts } from './held.ts';
import { endAll, holdPlace, releaseBudgets } from './hold-place.ts';
import type { Trust } from './known-device.ts';
import { networkPlace, type Place } from './place.ts';

export type { Lease, LeasePorts } from './held.ts';

/**
 * Runs one attempt under the budgets of the place where it is made. What it holds at its end is settled by how it ends: a success
 * releases its budgets; a verdict about what was presented keeps them, and is logged and kept for the same request; a
 * failure that judged nothing releases them and returns the payload. Throws throttled. Source: contract part 2 "Passwords, codes, throttling".
 */
export async function withLease<Result>(
  ports: LeasePorts,
  origin: Origin,
  attempt: (lease: Lease) => Promise<Result>,
  counted = networkPlace(ports, origin.ip),
): Promise<Result> {
  const lease = await takeLease(ports, origin, counted);
  let result: Result;
  try {
    result = await attempt(lease);
  } catch (error) {
    throw await settleFailure(ports, lease, error);
  } finally {
    lease.held.place?.free();
  }
  try {
    await releaseBudgets(ports, lease.held);
  } finally {
    await lease.verdict.payload?.settle();
  }
  return result;
}

async function takeLease(ports: LeasePorts, origin: Origin, counted: Place): Promise<Lease> {
  const slot = ports.newId();
  const held: Held = {
    slot,
    origin,
    counted,
    networks: [],
    successes: [],
    account: undefined,
    place: undefined,
  };
  await holdPlace(ports, held);
  const verdict = { event: undefined, operation: undefined, isRepeated: false, made: [], payload: undefined };
  return { held, verdict };
}

/** Counts the attempt where its person is, instead of its sender, once a payload says where. */
export async function moveTo(
  ports: LeasePorts,
  held: Held,
  { origin, counted }: Pick<Held, 'origin' | 'counted'>,
): Promise<void> {
  held.origin = origin;
  held.counted = counted;
  if (held.networks[0]?.key === counted.counters[0]?.key) return;
  await endAll([releaseBudgets(ports, held), holdPlace(ports, held)]);
}

/** Holds the budgets of an account or an unknown name. If others have used them up, only who is trusted may try. */
export async function holdAccount(
  ports: LeasePorts,
  { held }: Lease,
  subject: Subject,
  trust: Trust,
): Promise<void> {
  const { attempts, counterOf } = ports;
  const here = counterOf('accountAndNetwork', subject.throttleName, held.counted.name);
  const everywhere = everywhereOf(counterOf, subject);
  const counters = [here, everywhere];
  held.account = { subject, counters };
  if ((await attempts.hold(counters, held.slot)) === 0) return;
  // A short wait must not hide that the other one is long.
  const hereMs = await attempts.hold([here], held.slot);
  const everywhereMs = await (hereMs > 0
    ? attempts.waitMs([everywhere])
    : attempts.hold([everywhere], held.slot));
  const lockedMs = everywhereMs > 0 && !(await trust()) ? everywhereMs : 0;
  assertNoWait(Math.max(hereMs, lockedMs));
}

/** The secret was right: forgets the account's failures, and releases the network. */
export async function clearFailures(ports: LeasePorts, { held }: Lease): Promise<void> {
  const { networks, account, slot } = held;
  await endAll([
    networks.length > 0 && ports.attempts.release(networks, slot),
    account && ports.attempts.clear(account.counters),
  ]);
  held.networks = [];
  held.account = undefined;
}

/** Settles what a failed attempt holds, and answers what its caller gets. */
async function settleFailure(ports: LeasePorts, lease: Lease, error: unknown): Promise<unknown> {
  const { held, verdict } = lease;
  const { isRepeated } = verdict;
  const failure = isRepeated ? error : await keepVerdict(ports, lease, error);
  await Promise.all(held.successes.map((counter) => ports.attempts.release([counter], held.slot)));
  if (isWithoutVerdict(failure)) await verdict.payload?.giveBack();
  else if (verdict.operation !== undefined) await verdict.payload?.settle();
  if (isVerdict(failure) && !isRepeated) {
    if (held.networks.length > 0) await ports.attempts.keep(held.networks, held.slot);
    await noteLock(ports, held);
  } else await releaseBudgets(ports, held);
  return failure;
}

/**
 * Writes the row of a verdict, and keeps it for the same request; to wait is none to keep. When that fails there is no
 * verdict: answers the failure of the store then.
 */
async function keepVerdict(ports: LeasePorts, { held, verdict }: Lease, error: unknown): Promise<unknown> {
  const { event, operation } = verdict;
  if (event === undefined || !isVerdict(error)) return error;
  const { code, field = null } = error;
  try {
    await logEvent(ports, { ...event, code }, held.origin);
    if (operation === undefined || code === 'throttled') return error;
    const nobody = { userId: null, made: [], amr: [], createdAt: new Date(ports.now()) };
    await ports.outcomes.keep({ ...operation, code, field, ...nobody });
    return error;
  } catch (failure) {
    return failure;
  }
}

/** Reports once a day that the failure which was just counted, or one before it, has used up an account's budget. */
async function noteLock(ports: LeasePorts, { account, slot, origin }: Held): Promise<void> {
  const { attempts, counterOf } = ports;
  if (account?.subject.account === undefined) return;
  const userId = account.subject.account.id;
  if ((await attempts.waitMs([everywhereOf(counterOf, account.subject)])) === 0) return;
  if ((await attempts.hold([counterOf('lockNotice', userId)], slot)) > 0) return;
  ports.onAccountLocked();
  await logEvent(ports, { event: 'account.locked', code: 'throttled', userId }, origin);
}
