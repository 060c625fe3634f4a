import type { RefreshFamily } from '../family/family.ts';
import type { Standing } from './user-api.ts';

/** Whether an account is active and has not voided, as a new password does, what it was given at `sinceMs`. */
export function standsSince(standing: Standing | undefined, sinceMs: number): standing is Standing {
  return standing !== undefined && standing.isActive && sinceMs >= standing.tokensValidAfterMs;
}

/** The same for a refresh family; the one that a new password was set with goes on. */
export function familyStands(
  standing: Standing | undefined,
  { id, createdAtMs }: RefreshFamily,
): standing is Standing {
  return standsSince(standing, standing?.keptFamilyId === id ? Infinity : createdAtMs);
}

/** The same for an access token of a family; one of the very second of the change counts as issued after it. */
export function tokenStands(
  standing: Standing | undefined,
  family: RefreshFamily,
  { iat }: { readonly iat: number },
): standing is Standing {
  const isVoid = standing !== undefined && (iat + 1) * 1000 <= standing.tokensValidAfterMs;
  return familyStands(standing, family) && !isVoid;
}
