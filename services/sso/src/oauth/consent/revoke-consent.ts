import type { Consents } from './consents.ts';
import type { RevokePorts } from './revoke-device.ts';
import { revokeDevices } from './revoke-devices.ts';

export interface RevokeConsentPorts extends RevokePorts {
  readonly consents: Pick<Consents, 'revoke'>;
}

/**
 * Revokes a person's consent to a client and every device that the person approved for it; undefined when there is
 * neither. `revoked`: this call ended the consent, a code that waits or a family; `families`: how many of the last. The
 * devices are looked for even where the consent is revoked already, as an earlier call may have broken off between the
 * two, and where there is none yet, as it is written at the first pickup.
 * Source: contract part 2 "Also needed to be usable".
 */
export async function revokeConsent(
  ports: RevokeConsentPorts,
  userId: string,
  clientId: string,
): Promise<{ revoked: boolean; families: number } | undefined> {
  const revoked = await ports.consents.revoke(userId, clientId, ports.now());
  const { codes, families } = await revokeDevices(ports, { userId, clientId }, 'user');
  const hasEnded = revoked === true || codes + families > 0;
  return revoked === undefined && !hasEnded ? undefined : { revoked: hasEnded, families };
}
