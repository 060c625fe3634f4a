import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import type { DeviceHistory } from '../device/device-history.ts';
import type { DeviceStore } from '../device/device-store.ts';
import type { FamilyStore } from '../family/family-store.ts';
import type { RevokeReason } from '../family/family.ts';
import type { ApprovedDevices, DeviceHandle } from './approved-devices.ts';

export interface RevokePorts {
  readonly approvedDevices: Pick<ApprovedDevices, 'find' | 'findWaiting'>;
  readonly devices: Pick<DeviceStore, 'revoke' | 'findByDeviceCodeHash'>;
  readonly families: Pick<FamilyStore, 'revoke' | 'revokeAll'>;
  readonly history: Pick<DeviceHistory, 'recordFailed'>;
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A pickup takes moments. Together the attempts take less than the 2 s for which a calling service waits. */
const maxAttempts = 15;
const retryDelayMs = 100;
/** The claim of a pickup that hangs expires after this time. */
const leaseSeconds = 5;

/**
 * Revokes an approved device: its code before the pickup, its refresh family after it. True when this call revoked it;
 * `reason` is recorded with a family, `failure` with a code: `account` is answered invalid_grant, `revoked`
 * access_denied. Throws temporarily_unavailable while a pickup hangs. Source: contract part 1 "Device authorization".
 */
export async function revokeDevice(
  ports: RevokePorts,
  device: DeviceHandle,
  reason: RevokeReason,
  failure: 'revoked' | 'account' = 'revoked',
): Promise<boolean> {
  if (device.familyId !== null) return ports.families.revoke(device.familyId, reason, ports.now());
  const { deviceCodeHash } = device;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { won, state } = await ports.devices.revoke(deviceCodeHash, failure, ports.now());
    if (won) return recordRevoked(ports, deviceCodeHash, failure);
    if (state !== 'approved_waiting_pickup') break;
    await ports.pause(retryDelayMs);
  }
  const known = await ports.devices.findByDeviceCodeHash(deviceCodeHash, ports.now());
  if (known?.state === 'approved_waiting_pickup')
    throw new ApiError(errors.temporarilyUnavailable, { retryAfterSeconds: leaseSeconds });
  return known?.state === 'redeemed' && ports.families.revoke(known.id, reason, ports.now());
}

async function recordRevoked(
  ports: RevokePorts,
  deviceCodeHash: string,
  failure: 'revoked' | 'account',
): Promise<boolean> {
  const device = await ports.devices.findByDeviceCodeHash(deviceCodeHash, ports.now());
  if (device !== undefined) await ports.history.recordFailed(device, failure, ports.now());
  return true;
}
