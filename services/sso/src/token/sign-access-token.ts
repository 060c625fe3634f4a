import { randomUUID } from 'node:crypto';
import { signJwt, type AccessTokenClaims, type SigningKeys } from '@latchkey/tokens';

/** What signing needs; `now` in milliseconds. */
export interface TokenSigner {
  readonly signingKeys: Pick<SigningKeys, 'activeKey'>;
  readonly issuer: string;
  readonly now: () => number;
  readonly accessTokenTtlSeconds: number;
}

export type TokenSubject = Omit<AccessTokenClaims, 'iss' | 'exp' | 'iat' | 'nbf' | 'jti'>;

/**
 * Signs an access token that lives from now on; `issuedAtMs` is the clock's reading that iat, in seconds, was cut from.
 * Source: RFC 9068, contract part 0 "Access tokens".
 */
export function signAccessToken(
  signer: TokenSigner,
  subject: TokenSubject,
): { accessToken: string; expiresInSeconds: number; issuedAtMs: number } {
  const issuedAtMs = signer.now();
  const iat = Math.floor(issuedAtMs / 1000);
  const expiresInSeconds = signer.accessTokenTtlSeconds;
  const claims: AccessTokenClaims = {
    ...subject,
    iss: signer.issuer,
    iat,
    nbf: iat,
    exp: iat + expiresInSeconds,
    jti: randomUUID(),
  };
  const key = signer.signingKeys.activeKey();
  return { accessToken: signJwt({ typ: 'at+jwt', claims, key }), expiresInSeconds, issuedAtMs };
}
