import { ApiError } from '@latchkey/contracts';
import { createJwtVerifier, type KeySource } from '@latchkey/tokens';

/** What an id_token of ours says, whether or not it has expired. */
export interface HintedToken {
  readonly userId: string;
  readonly clientId: string;
  /** The family of the sign-in that it is of. */
  readonly familyId: string;
}

/** Undefined for a text that sso has not signed as an id_token, or whose key is gone. */
export type ReadHint = (idToken: string) => Promise<HintedToken | undefined>;

/** Reads id_tokens that come back as a hint. Source: OpenID Connect Core 3.1.2.1, RP-Initiated Logout 1.0 2. */
export function createReadHint(issuer: string, keys: KeySource, now: () => number): ReadHint {
  const verify = createJwtVerifier({
    typ: 'JWT',
    issuer,
    audience: undefined,
    keys,
    now,
    // However old it is.
    clockToleranceSeconds: Number.POSITIVE_INFINITY,
    readClaims({ sub, aud, sid, iat, exp }) {
      const isWhole = typeof sub === 'string' && typeof aud === 'string' && typeof sid === 'string';
      const isTimed = typeof iat === 'number' && typeof exp === 'number';
      return isWhole && isTimed ? { sub, aud, sid, iat, exp } : undefined;
    },
  });
  return async (idToken) => {
    try {
      const { sub: userId, aud: clientId, sid: familyId } = await verify(idToken);
      return { userId, clientId, familyId };
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };
}
