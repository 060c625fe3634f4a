import type { FamilySelection } from '../family/family-store.ts';
import type { RevokeReason } from '../family/family.ts';
import { revokeDevice, type RevokePorts } from './revoke-device.ts';

/**
 * Ends a selection of what a person's approvals give: codes that wait for their pickup first, so that none becomes a
 * family behind the back of what follows, then every family. How many of both this call ended; a selection of one
 * family has no codes. Source: contract part 2 "Settled details".
 */
export async function revokeDevices(
  ports: RevokePorts,
  selection: FamilySelection,
  reason: RevokeReason,
): Promise<{ codes: number; families: number }> {
  const { userId, clientId, familyId } = selection;
  const { approvedDevices, now } = ports;
  const waiting = familyId === undefined ? await approvedDevices.findWaiting(userId, now(), clientId) : [];
  const ended = await Promise.all(waiting.map((device) => revokeDevice(ports, device, reason)));
  const families = await ports.families.revokeAll(selection, reason, ports.now());
  return { codes: ended.filter(Boolean).length, families };
}
