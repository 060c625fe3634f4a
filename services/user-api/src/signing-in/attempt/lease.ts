import { isVerdict, isWithoutVerdict } from '../../errors.ts';
import { logEvent } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { assertNoWait, everywhereOf, type Subject } from './counters.ts';
import type { Lease, LeasePorts } from './held.ts';
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
    lease.place?.free();
  }
  try {
    await releaseBudgets(ports, lease);
  } finally {
    await lease.settlePayload?.();
  }
  return result;
}

async function takeLease(ports: LeasePorts, origin: Origin, counted: Place): Promise<Lease> {
  const nothing = { account: undefined, place: undefined, event: undefined, operation: undefined };
  const payload = { returnPayload: undefined, settlePayload: undefined, isReturned: false, isSettled: false };
  const lease: Lease = {
    slot: ports.newId(),
    origin,
    counted,
    networks: [],
    successes: [],
    isRepeated: false,
    made: [],
    ...nothing,
    ...payload,
  };
  await holdPlace(ports, lease);
  return lease;
}

/** Counts the attempt where its person is, instead of its sender, once a payload says where. */
export async function moveTo(
  ports: LeasePorts,
  lease: Lease,
  { origin, counted }: Pick<Lease, 'origin' | 'counted'>,
): Promise<void> {
  lease.origin = origin;
  lease.counted = counted;
  if (lease.networks[0]?.key === counted.counters[0]?.key) return;
  await endAll([releaseBudgets(ports, lease), holdPlace(ports, lease)]);
}

/** Holds the budgets of an account or an unknown name. If others have used them up, only who is trusted may try. */
export async function holdAccount(
  ports: LeasePorts,
  lease: Lease,
  subject: Subject,
  trust: Trust,
): Promise<void> {
  const { attempts, counterOf } = ports;
  const here = counterOf('accountAndNetwork', subject.throttleName, lease.counted.name);
  const everywhere = everywhereOf(counterOf, subject);
  const counters = [here, everywhere];
  lease.account = { subject, counters };
  if ((await attempts.hold(counters, lease.slot)) === 0) return;
  // A short wait must not hide that the other one is long.
  const hereMs = await attempts.hold([here], lease.slot);
  const everywhereMs = await (hereMs > 0
    ? attempts.waitMs([everywhere])
    : attempts.hold([everywhere], lease.slot));
  const lockedMs = everywhereMs > 0 && !(await trust()) ? everywhereMs : 0;
  assertNoWait(Math.max(hereMs, lockedMs));
}

/** The secret was right: forgets the account's failures, and releases the network. */
export async function clearFailures(ports: LeasePorts, lease: Lease): Promise<void> {
  const { networks, account, slot } = lease;
  await endAll([
    networks.length > 0 && ports.attempts.release(networks, slot),
    account && ports.attempts.clear(account.counters),
  ]);
  lease.networks = [];
  lease.account = undefined;
}

/** Settles what a failed attempt holds, and answers what its caller gets. */
async function settleFailure(ports: LeasePorts, lease: Lease, error: unknown): Promise<unknown> {
  const failure = lease.isRepeated ? error : await keepVerdict(ports, lease, error);
  await Promise.all(lease.successes.map((counter) => ports.attempts.release([counter], lease.slot)));
  if (isWithoutVerdict(failure)) await lease.returnPayload?.();
  else if (lease.operation !== undefined) await lease.settlePayload?.();
  if (isVerdict(failure) && !lease.isRepeated) {
    if (lease.networks.length > 0) await ports.attempts.keep(lease.networks, lease.slot);
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
