import { createShares, type Shares } from '@latchkey/secrets';
import { errors } from '../../errors.ts';
import { assertNoWait, heldWaitMs } from './counters.ts';
import type { Held, LeasePorts } from './held.ts';

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
export async function holdPlace(ports: LeasePorts, held: Held): Promise<void> {
  const waitMs = await tryNetwork(ports, held);
  if (waitMs > heldWaitMs) assertNoWait(waitMs);
  if (waitMs === 0) return;
  const leave = await ports.placeQueue.enter([{ name: held.counted.name, ...queued }]);
  try {
    await waitForNetwork(ports, held);
  } finally {
    leave();
  }
}

async function waitForNetwork(ports: LeasePorts, held: Held): Promise<void> {
  let waitMs = heldWaitMs;
  for (let waitedMs = 0; waitMs === heldWaitMs && waitedMs < patienceMs; waitedMs += heldWaitMs) {
    await ports.pause(heldWaitMs);
    waitMs = await tryNetwork(ports, held);
  }
  assertNoWait(waitMs);
}

/** Holds the slots and answers 0; or holds none and answers the wait. */
async function tryNetwork(ports: LeasePorts, held: Held): Promise<number> {
  const { clientId, counters } = held.counted;
  const [first] = counters;
  if (first === undefined) return 0;
  held.networks = counters;
  const waitMs = await ports.attempts.hold(counters, held.slot).catch(async (error: unknown) => {
    await releaseBudgets(ports, held);
    throw error;
  });
  if (waitMs === 0) return 0;
  held.networks = [];
  if (clientId !== undefined && (await ports.attempts.waitMs([first])) > heldWaitMs)
    await reportClient(ports, clientId, held.slot);
  return waitMs;
}

async function reportClient(
  { attempts, counterOf, onClientRefused }: LeasePorts,
  clientId: string,
  slot: string,
): Promise<void> {
  onClientRefused(clientId, (await attempts.hold([counterOf('relayClientNotice', clientId)], slot)) === 0);
}

export async function releaseBudgets({ attempts }: LeasePorts, held: Held): Promise<void> {
  const all = [held.networks, held.account?.counters ?? []].filter(({ length }) => length > 0);
  held.networks = [];
  held.account = undefined;
  await Promise.all(all.map((counters) => attempts.release(counters, held.slot)));
}

/** As Promise.all, but it fails once all have ended: until then nobody knows what an attempt holds. */
export async function endAll<Acts extends readonly unknown[] | []>(
  acts: Acts,
): Promise<{ -readonly [At in keyof Acts]: Awaited<Acts[At]> }> {
  await Promise.allSettled(acts);
  return Promise.all(acts);
}
