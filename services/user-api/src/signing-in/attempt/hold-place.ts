import { createShares, type Shares } from '@latchkey/secrets';
import { errors } from '../../errors.ts';
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
  const [first] = counters;
  if (first === undefined) return 0;
  lease.networks = counters;
  const waitMs = await ports.attempts.hold(counters, lease.slot).catch(async (error: unknown) => {
    await releaseBudgets(ports, lease);
    throw error;
  });
  if (waitMs === 0) return 0;
  lease.networks = [];
  if (clientId !== undefined && (await ports.attempts.waitMs([first])) > heldWaitMs)
    await reportClient(ports, clientId, lease.slot);
  return waitMs;
}

async function reportClient(
  { attempts, counterOf, onClientRefused }: LeasePorts,
  clientId: string,
  slot: string,
): Promise<void> {
  onClientRefused(clientId, (await attempts.hold([counterOf('relayClientNotice', clientId)], slot)) === 0);
}

/** Gives back what an attempt holds. */
export async function releaseBudgets({ attempts }: LeasePorts, lease: Lease): Promise<void> {
  const held = [lease.networks, lease.account?.counters ?? []].filter(({ length }) => length > 0);
  lease.networks = [];
  lease.account = undefined;
  await Promise.all(held.map((counters) => attempts.release(counters, lease.slot)));
}

/** As Promise.all, but it fails once all have ended: until then nobody knows what a lease holds. */
export async function endAll<Acts extends readonly unknown[] | []>(
  acts: Acts,
): Promise<{ -readonly [At in keyof Acts]: Awaited<Acts[At]> }> {
  await Promise.allSettled(acts);
  return Promise.all(acts);
}
