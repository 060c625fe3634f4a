import { ApiError } from '@latchkey/contracts';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { FamilyStore } from '../family/family-store.ts';
import { isFamilyOver, type RefreshFamily } from '../family/family.ts';

export interface OwnTokens {
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims>;
  readonly families: Pick<FamilyStore, 'findById'>;
  readonly now: () => number;
}

/** An access token of ours that is still valid, and its family. */
export interface LiveToken {
  readonly claims: AccessTokenClaims;
  readonly family: RefreshFamily;
}

/**
 * Verifies an access token that sso signed, whoever it is for, and looks whether its refresh family is live. Undefined
 * when it is not valid, and for a token of a user-api session: only user-api knows whether that is live.
 */
export async function findLiveToken(own: OwnTokens, token: string): Promise<LiveToken | undefined> {
  const claims = await verifyOwnToken(own, token);
  const family = claims && (await own.families.findById(claims.sid));
  if (claims === undefined || family === undefined) return undefined;
  return isFamilyOver(family, own.now()) || family.userId !== claims.sub ? undefined : { claims, family };
}

export async function verifyOwnToken(own: OwnTokens, token: string): Promise<AccessTokenClaims | undefined> {
  try {
    return await own.verifyAccessToken(token);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
