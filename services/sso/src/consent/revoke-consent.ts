import type { Consents } from './consents.ts';
import type { RevokePorts } from './revoke-device.ts';
import { revokeDevices } from './revoke-devices.ts';

export interface RevokeConsentPorts extends RevokePorts {
  readonly consents: Pick<Consents, 'revoke'>;
}

/**
 * Takes a person's consent to a client back, with all that it gave; `families` of them had been picked up. Source:
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
