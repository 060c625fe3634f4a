import type { DeviceHistory } from './device-history.ts';
import type { DeviceStore } from './device-store.ts';
import type { DeviceAuthorization } from './device.ts';

export interface SettlePorts {
  readonly devices: Pick<DeviceStore, 'findByDeviceCodeHash'>;
  readonly history: DeviceHistory;
  readonly now: () => number;
}

/** The most of one run; the next run continues. */
const most = 2_000;
/** For records that are on their way, clocks that differ, and a pickup that is in progress at the end. */
const marginMs = 60_000;

/**
 * Records what became of device authorizations that the history still has as pending: a decision whose record was lost, in
 * a crash or while PostgreSQL was down, or the expiry. The store knows decisions for a day. Throws when it cannot read
 * one, after the others. Source: contract part 1 "Device authorization".
 */
export async function settleEnded({ devices, history, now }: SettlePorts): Promise<number> {
  const before = now() - marginMs;
  const pending = await history.findUnsettled(before, most);
  const looks = await Promise.allSettled(
    pending.map(({ deviceCodeHash }) => devices.findByDeviceCodeHash(deviceCodeHash, now())),
  );
  const found = looks.map((look) => (look.status === 'fulfilled' ? look.value : undefined));
  const decided = found.filter(isDecided).filter((device) => decidedAtMs(device) < before);
  for (const device of decided) await record(history, device, now());
  const ended = pending.filter(({ expiresAt }, at) => {
    const isUndecided = looks[at]?.status === 'fulfilled' && !isDecided(found[at]);
    return isUndecided && expiresAt.getTime() < before;
  });
  const ids = ended.map(({ id }) => id);
  const lapsed = await history.recordLapsed(ids, now());
  const unread = looks.find(({ status }) => status === 'rejected');
  if (unread?.status === 'rejected') throw unread.reason;
  return decided.length + lapsed;
}

function isDecided(device: DeviceAuthorization | undefined): device is DeviceAuthorization {
  return device?.approval !== undefined || device?.failure !== undefined;
}

/** Whoever decides also records it, with more than the store keeps. */
function decidedAtMs({ approval, failedAtMs }: DeviceAuthorization): number {
  return failedAtMs ?? approval?.approvedAtMs ?? 0;
}

/** Where there are both, the failure is the later one: recording it also records the approval. */
async function record(history: DeviceHistory, device: DeviceAuthorization, nowMs: number): Promise<void> {
  const { approval, failure, failedAtMs } = device;
  if (failure !== undefined) await history.recordFailed(device, failure, failedAtMs ?? nowMs);
  else if (approval !== undefined) await history.recordApproved(device, approval);
}
