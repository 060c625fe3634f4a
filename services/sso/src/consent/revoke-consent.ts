import type { Consents } from './consents.ts';
import type { RevokePorts } from './revoke-device.ts';
import { revokeDevices } from './revoke-devices.ts';

export interface RevokeConsentPorts extends RevokePorts {
  readonly consents: Pick<Consents, 'revoke'>;
}

/**
 * Revokes a person's consent to a client and every device that the person approved for it. `revoked`: this call
 * revoked the consent; `families`: the number of refresh families that it revoked. Source:
 * contract part 2 "Settled details".
 */
export async function revokeConsent(
  ports: RevokeConsentPorts,
  userId: string,
  clientId: string,
): Promise<{ revoked: boolean; families: number }> {
  const revoked = await ports.consents.revoke(userId, clientId, ports.now());
  const { families } = await revokeDevices(ports, { userId, clientId }, 'user');
  return { revoked, families };
}
