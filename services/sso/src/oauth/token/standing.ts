import { isIssuedBefore } from '@latchkey/tokens';
import type { Standing } from '../../sibling/standing.ts';
import type { Client } from '../client/client.ts';
import type { Road } from '../device/device.ts';
import type { RefreshFamily } from '../family/family.ts';
import { holdsAdmin } from './rights.ts';

/**
 * Whether the account is active and has voided nothing, as a new password does, since it had the tokens_valid_after of
 * `seenMs`. A later value than now is seen where `standing` is some seconds old;
 * docs/decisions/0012-voiding-and-clocks.md.
 */
export function isActiveSince(standing: Standing | undefined, seenMs: number): standing is Standing {
  return standing !== undefined && standing.isActive && seenMs >= standing.tokensValidAfterMs;
}

/** The same for a refresh family. The family that set the new password stays valid. */
export function familyStands(
  standing: Standing | undefined,
  { id, tokensValidAfter: seen }: Pick<RefreshFamily, 'id' | 'tokensValidAfter'>,
): standing is Standing {
  return isActiveSince(standing, standing?.keptFamilyId === id ? Infinity : seen.getTime());
}

/**
 * The same for an access token of a family; `iat` in seconds. Only one that is older than a void can have older tokens.
 * One that holds admin stands while the account is an operator's.
 */
export function tokenStands(
  standing: Standing | undefined,
  family: Pick<RefreshFamily, 'id' | 'tokensValidAfter'>,
  token: { readonly iat: number; readonly scope: string },
): standing is Standing {
  if (!familyStands(standing, family) || holdsStaleAdmin(standing, token)) return false;
  const { tokensValidAfterMs, keptValidAfterMs = Infinity } = standing;
  return family.tokensValidAfter.getTime() >= tokensValidAfterMs || !isIssuedBefore(token, keptValidAfterMs);
}

/** Whether a token holds admin and the account is no operator any more. */
export function holdsStaleAdmin(
  standing: Pick<Standing, 'kind'> | undefined,
  { scope }: { readonly scope: string },
): boolean {
  return holdsAdmin(scope) && standing?.kind !== 'admin' && standing?.kind !== 'root';
}

/** The grant that each road is made with. */
export const grantOfRoad = { device: 'device_code', browser: 'authorization_code' } as const satisfies Record<
  Road,
  string
>;

/**
 * Whether a client may still hold a family: it is active, not archived, and has the grant of its road. Source: contract
 * part 0 "Scopes and rights".
 */
export function mayHold(
  client: Pick<Client, 'isActive' | 'grantTypes'> | undefined,
  { road }: Pick<RefreshFamily, 'road'>,
): boolean {
  return client?.isActive === true && client.grantTypes.includes(grantOfRoad[road]);
}
