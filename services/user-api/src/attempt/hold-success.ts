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
    const waitMs = await attempts.hold([counter], lease.slot);
    if (waitMs > 0) return refuseRight(ports, lease, waitMs);
    lease.successes = [...lease.successes, counter];
  }
}

/** As {@link holdSuccess}, before the work, and holds nothing. */
export async function assertSuccessLeft(
  ports: LeasePorts,
  lease: Lease,
  counters: readonly Counter[],
): Promise<void> {
  for (const counter of counters) {
    const waitMs = await ports.attempts.waitMs([counter]);
    if (waitMs > 0) await refuseRight(ports, lease, waitMs);
  }
}

async function refuseRight(ports: LeasePorts, lease: Lease, waitMs: number): Promise<void> {
  await releaseBudgets(ports, lease);
  lease.event = undefined;
  assertNoWait(waitMs);
}
