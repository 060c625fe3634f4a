import type { DeviceHistory } from '../device/device-history.ts';
import type { DeviceStore } from '../device/device-store.ts';
import type { DeviceApproval, DeviceAuthorization } from '../device/device.ts';
import type { Ticket } from './ticket.ts';

export type Decision = 'approve' | 'deny';

/** `too_late`: another decision came first, or the code has expired. */
export type Decided =
  { readonly kind: 'approved' | 'denied'; readonly clientName: string } | { readonly kind: 'too_late' };

export interface DecidePorts {
  readonly now: () => number;
  readonly devices: Pick<DeviceStore, 'approve' | 'deny'>;
  readonly history: DeviceHistory;
}

/** Applies the person's decision. Of several decisions about one code only the first counts. */
export async function decide(
  ports: DecidePorts,
  device: DeviceAuthorization,
  proven: Ticket,
  decision: Decision,
): Promise<Decided> {
  const { clientName } = device;
  if (decision === 'approve')
    return (await approve(ports, device, proven)) ? { kind: 'approved', clientName } : { kind: 'too_late' };
  return (await deny(ports, device, proven)) ? { kind: 'denied', clientName } : { kind: 'too_late' };
}

async function approve(
  { now, devices, history }: DecidePorts,
  device: DeviceAuthorization,
  { deviceCodeHash, ...proven }: Ticket,
): Promise<boolean> {
  const approval: DeviceApproval = { ...proven, scope: device.scope, approvedAtMs: now() };
  const { won } = await devices.approve(deviceCodeHash, approval);
  if (won) await history.recordApproved(device, approval);
  return won;
}

async function deny(
  { now, devices, history }: DecidePorts,
  device: DeviceAuthorization,
  { userId }: Ticket,
): Promise<boolean> {
  const { won } = await devices.deny(device.deviceCodeHash, userId, now());
  if (won) await history.recordFailed({ ...device, boundUserId: userId }, 'denied', now());
  return won;
}
