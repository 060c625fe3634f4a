import type { FamilySelection } from '../family/family-store.ts';
import type { RevokeReason } from '../family/family.ts';
import type { DeviceHandle } from './approved-devices.ts';
import { revokeDevice, type RevokePorts } from './revoke-device.ts';

/**
 * Revokes a selection of a person's approved devices: first the codes that wait for their pickup, so that none of them
 * becomes a family afterwards, then the families. Returns how many of each this call revoked; a selection by familyId
 * has no codes. Throws temporarily_unavailable for a pickup that hangs, once everything else has ended: a client that
 * polls without a pause could otherwise keep it alive. Source: contract part 2 "Also needed to be usable".
 */
export async function revokeDevices(
  ports: RevokePorts,
  selection: FamilySelection,
  reason: RevokeReason,
  failure: 'revoked' | 'account' = 'revoked',
): Promise<{ codes: number; families: number }> {
  const { userId, clientId, familyId } = selection;
  const { approvedDevices, now } = ports;
  const waiting = familyId === undefined ? await approvedDevices.findWaiting(userId, now(), clientId) : [];
  const ended = await Promise.allSettled(
    waiting.map(
      async (device) => !(await isUndecided(ports, device)) && revokeDevice(ports, device, reason, failure),
    ),
  );
  const families = await ports.families.revokeAll(selection, reason, ports.now());
  let codes = 0;
  for (const one of ended) {
    if (one.status === 'rejected') throw one.reason;
    if (one.value) codes += 1;
  }
  return { codes, families };
}

/** A code that its person has verified, and may still decide; not one that waits for its number. */
async function isUndecided({ devices, now }: RevokePorts, device: DeviceHandle): Promise<boolean> {
  if (device.state !== 'pending') return false;
  const found = await devices.findByDeviceCodeHash(device.deviceCodeHash, now());
  return found?.state === 'pending' && found.held === undefined;
}
