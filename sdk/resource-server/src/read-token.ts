import { ApiError } from '@latchkey/contracts/errors';
import { withoutSlash } from '@latchkey/contracts/identifiers';
import { createJwksKeySource, readAccessTokenClaims, tokenErrors } from '@latchkey/tokens/resource-server';
import { errors, jwtVerify, type JWTHeaderParameters } from 'jose';
import type { AccessToken, Settings } from './settings.ts';
import { notYet, wordFault } from './word-fault.ts';

const longestTokenLength = 8 * 1024;
const clockToleranceSeconds = 5;

type Input = Pick<Settings, 'issuer' | 'audience'> & Required<Pick<Settings, 'fetch' | 'now'>>;

const refuse = (detail: string) => new ApiError(tokenErrors.invalid, { detail });

/**
 * Reads an access token by RFC 9068. Rejects with an ApiError: token_invalid, token_expired, or upstream_unavailable
 * while the issuer's keys cannot be had.
 */
export function createTokenReader({ issuer, audience, fetch, now }: Input) {
  const keys = createJwksKeySource({ issuer, fetch, now });
  const bare = withoutSlash(audience);

  /** A header that says more than which key it is would have somebody else choose the key. */
  async function findKey({ kid = '', ...header }: JWTHeaderParameters) {
    const isKnown = Object.keys(header).every((name) => name === 'alg' || name === 'typ');
    const key = isKnown ? await keys.findKey(kid) : undefined;
    if (key !== undefined) return key;
    throw refuse(
      isKnown ? 'its kid names no key of the issuer' : 'its header says more than alg, kid and typ',
    );
  }

  return async (token: string): Promise<AccessToken> => {
    if (token.length > longestTokenLength) throw refuse('it is longer than 8 KiB');
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
      if (cause instanceof errors.JWTExpired) throw new ApiError(tokenErrors.expired);
      throw refuse(wordFault(cause, { issuer, audience }));
    });
    const claims = readAccessTokenClaims(payload);
    if (claims === undefined) throw refuse('a claim is missing or has another type (RFC 9068 2.2)');
    if (claims.iat > now() / 1000 + clockToleranceSeconds) throw refuse(notYet);
    return claims;
  };
}
