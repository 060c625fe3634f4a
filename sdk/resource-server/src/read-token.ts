import { ApiError } from '@latchkey/contracts/errors';
import { withoutSlash } from '@latchkey/contracts/identifiers';
import { createJwksKeySource, readAccessTokenClaims, tokenErrors } from '@latchkey/tokens/resource-server';
import { errors, jwtVerify, type JWTHeaderParameters } from 'jose';
import type { AccessToken, Settings } from './settings.ts';

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

const codes: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is not that of the key',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its algorithm is not RS512',
  ERR_JWS_INVALID: 'it is no JWT',
  ERR_JWT_INVALID: 'it is no JWT',
};

/** Why jose does not accept a token, in a sentence that quotes nothing of it. */
function wordFault(cause: unknown, { issuer, audience }: Record<'issuer' | 'audience', string>): string {
  if (!(cause instanceof errors.JOSEError)) return 'it cannot be read';
  if (!(cause instanceof errors.JWTClaimValidationFailed)) return codes[cause.code] ?? 'it cannot be read';
  const { claim, reason } = cause;
  if (reason === 'missing') return `its ${claim} is missing`;
  if (claim === 'iss') return `its issuer is not ${issuer}`;
  if (claim === 'aud') return `its audience is not ${audience}`;
  if (claim === 'typ') return 'its type is not at+jwt';
  return claim === 'nbf' ? notYet : `its ${claim} does not fit`;
}

/** Of two clocks nobody knows which one is off. */
const notYet = 'its time has not begun: the clock here is slow, or that of the issuer is fast';
