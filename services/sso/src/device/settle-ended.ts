import type { DeviceHistory } from './device-history.ts';
import type { DeviceStore } from './device-store.ts';
import type { DeviceAuthorization } from './device.ts';

export interface SettlePorts {
  readonly devices: Pick<DeviceStore, 'findByDeviceCodeHash'>;
  readonly history: DeviceHistory;
  readonly now: () => number;
}

const batch = 500;
/** What one run does at most; the next one goes on. */
const batches = 20;
/** For clocks that differ, and for a pickup that is in progress at the end. */
const marginMs = 60_000;

/**
 * Records how device authorizations ended that the history still has as pending: a decision whose record was lost, in a
 * crash or while PostgreSQL was away, or the expiry that no poll has seen. The store knows decisions for a day.
 * Source: docs/decisions/0032-budgets.md.
 */
export async function settleEnded({ devices, history, now }: SettlePorts): Promise<number> {
  let settled = 0;
  for (let index = 0; index < batches; index += 1) {
    const ended = await history.findUnsettled(now() - marginMs, batch);
    const found = await Promise.all(
      ended.map(({ deviceCodeHash }) => devices.findByDeviceCodeHash(deviceCodeHash, now())),
    );
    const decided = found.filter((device): device is DeviceAuthorization => isDecided(device));
    for (const device of decided) await record(history, device, now());
    const decidedIds = new Set(decided.map(({ id }) => id));
    const lapsed = ended.map(({ id }) => id).filter((id) => !decidedIds.has(id));
    settled += decided.length + (await history.recordLapsed(lapsed, now()));
    if (ended.length < batch) break;
  }
  return settled;
}

function isDecided(device: DeviceAuthorization | undefined): boolean {
  return device?.approval !== undefined || device?.failure !== undefined;
}

/** A failure comes after an approval where there are both. */
async function record(history: DeviceHistory, device: DeviceAuthorization, nowMs: number): Promise<void> {
  const { approval, failure, failedAtMs } = device;
  if (failure !== undefined) await history.recordFailed(device, failure, failedAtMs ?? nowMs);
  else if (approval !== undefined) await history.recordApproved(device, approval);
}
