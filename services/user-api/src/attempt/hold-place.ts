import { createShares, type Shares } from '@latchkey/secrets';
import { errors } from '../errors.ts';
import { assertNoWait, heldWaitMs } from './counters.ts';
import type { Lease, LeasePorts } from './held.ts';

/** Attempts that wait for a slot of their place. */
export const createPlaceQueue = (): Shares =>
  createShares({ waitMs: 0, overloaded: errors.throttled, retryAfterSeconds: 1 });

/** How many attempts of one place may wait for a slot; one more is throttled at once. */
const queued = { inside: 128, outside: 0 };

/** As long as the gate of hashes lets an attempt wait. */
const patienceMs = 8_000;

/**
 * Waits for slots that other attempts of the network hold, so that an office may begin its day at once. Throws throttled
 * for slots that are kept, and where too many wait.
 */
export async function holdPlace(ports: LeasePorts, lease: Lease): Promise<void> {
  const waitMs = await tryNetwork(ports, lease);
  if (waitMs > heldWaitMs) assertNoWait(waitMs);
  if (waitMs === 0) return;
  const leave = await ports.placeQueue.enter([{ name: lease.counted.name, ...queued }]);
  try {
    await waitForNetwork(ports, lease);
  } finally {
    leave();
  }
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
  const { clientId, counters } = lease.counted;
  lease.networks = counters;
  try {
    const holds = counters.map((counter) => ports.attempts.hold([counter], lease.slot));
    const [firstMs = 0, ...others] = await Promise.all(holds);
    const waitMs = Math.max(firstMs, ...others);
    if (waitMs > 0) await releaseBudgets(ports, lease);
    if (clientId !== undefined && firstMs > heldWaitMs) await reportClient(ports, clientId, lease.slot);
    return waitMs;
  } catch (error) {
    await releaseBudgets(ports, lease);
    throw error;
  }
}

async function reportClient(
  { attempts, counterOf, onClientRefused }: LeasePorts,
  clientId: string,
  slot: string,
): Promise<void> {
  onClientRefused(clientId, (await attempts.hold([counterOf('relayClientNotice', clientId)], slot)) === 0);
}

/** Gives back what an attempt holds. Each call names one counter, since the keys of one call must be in one hash slot of a Redis Cluster. */
export async function releaseBudgets({ attempts }: LeasePorts, lease: Lease): Promise<void> {
  const held = [...lease.networks, ...(lease.account?.counters ?? [])];
  lease.networks = [];
  lease.account = undefined;
  await Promise.all(held.map((counter) => attempts.release([counter], lease.slot)));
}
