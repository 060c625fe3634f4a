import { isIssuedBefore } from '@latchkey/tokens';
import type { Client } from '../client/client.ts';
import type { RefreshFamily } from '../family/family.ts';
import type { Standing } from '../sibling/user-api.ts';

/** Whether the account is active and has not voided its tokens since `sinceMs`, as a new password does. */
export function isActiveSince(standing: Standing | undefined, sinceMs: number): standing is Standing {
  return standing !== undefined && standing.isActive && sinceMs >= standing.tokensValidAfterMs;
}

/** The same for a refresh family. The family that set the new password stays valid. */
export function familyStands(
  standing: Standing | undefined,
  { id, createdAt }: RefreshFamily,
): standing is Standing {
  if (standing === undefined) return false;
  const { isActive, keptFamilyId, tokensValidAfterMs } = standing;
  return isActive && (keptFamilyId === id || createdAt.getTime() >= tokensValidAfterMs);
}

/** The same for an access token of a family; `iat` in seconds. */
export function tokenStands(
  standing: Standing | undefined,
  family: RefreshFamily,
  token: { readonly iat: number },
): standing is Standing {
  return familyStands(standing, family) && !isIssuedBefore(token, standing.tokensValidAfterMs);
}

/**
 * Whether a client still counts for what the device grant gave it: it is active, not archived, and has the grant.
 * Source: contract part 5 "Scopes and rights".
 */
export function mayHoldDevices(client: Pick<Client, 'isActive' | 'grantTypes'> | undefined): boolean {
  return client?.isActive === true && client.grantTypes.includes('device_code');
}
