import type { Consents } from './consents.ts';
import type { RevokePorts } from './revoke-device.ts';
import { revokeDevices } from './revoke-devices.ts';

export interface RevokeConsentPorts extends RevokePorts {
  readonly consents: Pick<Consents, 'revoke'>;
}

/**
 * Revokes a person's consent to a client and every device that the person approved for it; undefined when there is
 * neither. `revoked`: this call revoked the consent or a family; `families`: how many of them. The devices are looked
 * for even where the consent is revoked already, as an earlier call may have broken off between the two. Source:
 * contract part 2 "Settled details".
 */
export async function revokeConsent(
  ports: RevokeConsentPorts,
  userId: string,
  clientId: string,
): Promise<{ revoked: boolean; families: number } | undefined> {
  const revoked = await ports.consents.revoke(userId, clientId, ports.now());
  const { families } = await revokeDevices(ports, { userId, clientId }, 'user');
  if (revoked === undefined && families === 0) return undefined;
  return { revoked: revoked === true || families > 0, families };
}
