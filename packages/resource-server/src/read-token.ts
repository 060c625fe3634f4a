import { ApiError } from '@latchkey/contracts/errors';
import { createJwksKeySource, readAccessTokenClaims, tokenErrors } from '@latchkey/tokens/resource-server';
import { errors, jwtVerify, type JWTHeaderParameters } from 'jose';
import type { AccessToken, Settings } from './settings.ts';

const longestTokenLength = 8 * 1024;
const clockToleranceSeconds = 5;

type Input = Pick<Settings, 'issuer' | 'audience'> & Required<Pick<Settings, 'fetch' | 'now'>>;

/**
 * Reads an access token by RFC 9068. Rejects with an ApiError: token_invalid, token_expired, or upstream_unavailable
 * while the issuer's keys cannot be had.
 */
export function createTokenReader({ issuer, audience, fetch, now }: Input) {
  const keys = createJwksKeySource({ issuer, fetch, now });
  const bare = audience.replace(/\/$/, '');

  /** A header that says more than which key it is would have somebody else choose the key. */
  async function findKey({ kid = '', ...header }: JWTHeaderParameters) {
    const isKnown = Object.keys(header).every((name) => name === 'alg' || name === 'typ');
    const key = isKnown ? await keys.findKey(kid) : undefined;
    return key ?? Promise.reject(new ApiError(tokenErrors.invalid));
  }

  return async (token: string): Promise<AccessToken> => {
    if (token.length > longestTokenLength) throw new ApiError(tokenErrors.invalid);
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: ['RS512'],
      typ: 'at+jwt',
      issuer,
      audience: [bare, `${bare}/`],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
    }).catch((cause: unknown) => {
      // The issuer does not answer: that says nothing about the token.
      if (cause instanceof ApiError) throw cause;
      const isExpired = cause instanceof errors.JWTExpired;
      throw new ApiError(isExpired ? tokenErrors.expired : tokenErrors.invalid, { cause });
    });
    const claims = readAccessTokenClaims(payload);
    if (claims === undefined || claims.iat > now() / 1000 + clockToleranceSeconds)
      throw new ApiError(tokenErrors.invalid);
    return claims;
  };
}
