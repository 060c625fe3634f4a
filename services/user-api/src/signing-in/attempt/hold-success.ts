import type { Counter } from '@latchkey/attempts';
import { assertNoWait } from './counters.ts';
import type { Lease, LeasePorts } from './held.ts';
import { releaseBudgets } from './hold-place.ts';

/**
 * Holds slots for what is right, before it is done. Where there is none, what the attempt holds is given back and no row
 * says so: nothing was wrong. Throws throttled.
 */
export async function holdSuccess(
  ports: LeasePorts,
  lease: Lease,
  counters: readonly Counter[],
): Promise<void> {
  const { attempts } = ports;
  for (const counter of counters) {
    await refuseRight(ports, lease, await attempts.hold([counter], lease.held.slot));
    lease.held.successes = [...lease.held.successes, counter];
  }
}

/** How long an attempt would have to wait for slots of what is right. Holds nothing. */
export async function findSuccessWait(
  { attempts }: Pick<LeasePorts, 'attempts'>,
  counters: readonly Counter[],
): Promise<number> {
  return counters.length === 0 ? 0 : attempts.waitMs(counters);
}

/** Throws throttled where there is a wait, as {@link holdSuccess} does. */
export async function refuseRight(ports: LeasePorts, lease: Lease, waitMs: number): Promise<void> {
  if (waitMs === 0) return;
  await releaseBudgets(ports, lease.held);
  lease.verdict.event = undefined;
  assertNoWait(waitMs);
}
