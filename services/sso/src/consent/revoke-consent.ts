import type { FamilyStore } from '../family/family-store.ts';
import { type RevokePorts, revokeDevice } from '../device/revoke-device.ts';
import type { Consents } from './consents.ts';

export interface RevokeConsentPorts extends RevokePorts {
  readonly consents: Pick<Consents, 'revoke'>;
  readonly families: Pick<FamilyStore, 'revoke' | 'revokeAll'>;
}

/**
 * Takes a person's consent to a client back: codes that wait for their pickup first, so that none becomes a family
 * behind the back of what follows, then every family. Source: contract part 2 "Settled details".
 */
export async function revokeConsent(
  ports: RevokeConsentPorts,
  userId: string,
  clientId: string,
): Promise<{ revoked: boolean; families: number }> {
  const revoked = await ports.consents.revoke(userId, clientId, ports.now());
  const waiting = await ports.approvedDevices.findWaiting(userId, clientId);
  await Promise.all(waiting.map((device) => revokeDevice(ports, device)));
  const families = await ports.families.revokeAll({ userId, clientId }, 'user', ports.now());
  return { revoked, families };
}
