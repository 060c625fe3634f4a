import type { DeviceHistory } from './device-history.ts';
import type { DeviceStore } from './device-store.ts';
import type { DeviceAuthorization } from './device.ts';

export interface SettlePorts {
  readonly devices: Pick<DeviceStore, 'findByDeviceCodeHash'>;
  readonly history: DeviceHistory;
  readonly now: () => number;
}

const batch = 500;
/** The most batches of one run; the next run continues. */
const batches = 20;
/** For clocks that differ, and for a pickup that is in progress at the end. */
const marginMs = 60_000;

/**
 * Records how device authorizations ended that the history still has as pending: a decision whose record was lost, in a
 * crash or while PostgreSQL was down, or the expiry that no poll has seen. The store knows decisions for a day. Throws
 * when it cannot read one, after the others of its batch. Source: contract part 1 "Device authorization".
 */
export async function settleEnded({ devices, history, now }: SettlePorts): Promise<number> {
  let settled = 0;
  for (let index = 0; index < batches; index += 1) {
    const ended = await history.findUnsettled(now() - marginMs, batch);
    const looks = await Promise.allSettled(
      ended.map(({ deviceCodeHash }) => devices.findByDeviceCodeHash(deviceCodeHash, now())),
    );
    const decided: DeviceAuthorization[] = [];
    const lapsed: string[] = [];
    for (const [at, { id }] of ended.entries()) {
      const look = looks[at];
      if (look?.status !== 'fulfilled') continue;
      if (isDecided(look.value)) decided.push(look.value);
      else lapsed.push(id);
    }
    for (const device of decided) await record(history, device, now());
    settled += decided.length + (await history.recordLapsed(lapsed, now()));
    const unread = looks.find(({ status }) => status === 'rejected');
    if (unread?.status === 'rejected') throw unread.reason;
    if (ended.length < batch) break;
  }
  return settled;
}

function isDecided(device: DeviceAuthorization | undefined): device is DeviceAuthorization {
  return device?.approval !== undefined || device?.failure !== undefined;
}

/** Where there are both, the failure is the later one: recording it also records the approval. */
async function record(history: DeviceHistory, device: DeviceAuthorization, nowMs: number): Promise<void> {
  const { approval, failure, failedAtMs } = device;
  if (failure !== undefined) await history.recordFailed(device, failure, failedAtMs ?? nowMs);
  else if (approval !== undefined) await history.recordApproved(device, approval);
}
