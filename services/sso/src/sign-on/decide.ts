import type { DeviceHistory } from '../device/device-history.ts';
import type { DeviceStore } from '../device/device-store.ts';
import type { DeviceApproval, DeviceAuthorization } from '../device/device.ts';
import { errors } from '../errors.ts';
import { failed, type Outcome } from './outcome.ts';
import type { Ticket } from './ticket.ts';

export type Decision = 'approve' | 'deny';

export interface DecidePorts {
  readonly now: () => number;
  readonly devices: Pick<DeviceStore, 'approve' | 'deny'>;
  readonly history: DeviceHistory;
}

/** Makes the person's decision count, once: whoever comes second is told that the code does not work any more. */
export async function decide(
  ports: DecidePorts,
  device: DeviceAuthorization,
  proven: Ticket,
  decision: Decision,
): Promise<Outcome> {
  const won =
    decision === 'approve' ? await approve(ports, device, proven) : await deny(ports, device, proven);
  if (!won) return failed('code_invalid', errors.badUserCode);
  const done = decision === 'approve' ? 'approved' : 'denied';
  return { view: { kind: 'done', decision: done, clientName: device.clientName } };
}

async function approve(
  { now, devices, history }: DecidePorts,
  device: DeviceAuthorization,
  { userId, email, amr, authTime, provenAtMs }: Ticket,
): Promise<boolean> {
  const approval: DeviceApproval = {
    userId,
    email,
    amr,
    authTime,
    provenAtMs,
    scope: device.scope,
    approvedAtMs: now(),
  };
  const { won } = await devices.approve(device.deviceCodeHash, approval);
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
