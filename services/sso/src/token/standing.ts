import { isIssuedBefore } from '@latchkey/tokens';
import type { RefreshFamily } from '../family/family.ts';
import type { Standing } from '../sibling/user-api.ts';

/** Whether an account is active and has not voided, as a new password does, what it was given at `sinceMs`. */
export function standsSince(standing: Standing | undefined, sinceMs: number): standing is Standing {
  return standing !== undefined && standing.isActive && sinceMs >= standing.tokensValidAfterMs;
}

/** The same for a refresh family; the one that a new password was set with goes on. */
export function familyStands(
  standing: Standing | undefined,
  { id, createdAt }: RefreshFamily,
): standing is Standing {
  if (standing === undefined) return false;
  const { isActive, keptFamilyId, tokensValidAfterMs } = standing;
  return isActive && (keptFamilyId === id || createdAt.getTime() >= tokensValidAfterMs);
}

/** The same for an access token of a family, by its `iat` in seconds. */
export function tokenStands(
  standing: Standing | undefined,
  family: RefreshFamily,
  token: { readonly iat: number },
): standing is Standing {
  return familyStands(standing, family) && !isIssuedBefore(token, standing.tokensValidAfterMs);
}
