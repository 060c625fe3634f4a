import { signJwt, type AccessTokenClaims, type SigningKeys } from '@latchkey/tokens';

export interface TokenSigner {
  readonly signingKeys: Pick<SigningKeys, 'activeKey'>;
  readonly settings: { readonly issuer: string; readonly accessTokenTtlSeconds: number };
  readonly newId: () => string;
}

export type TokenSubject = Omit<AccessTokenClaims, 'iss' | 'exp' | 'iat' | 'nbf' | 'jti'>;

/** Signs an access token that is issued at `nowMs`. Source: RFC 9068, contract part 0 "Access tokens". */
export function signAccessToken(
  { signingKeys, settings, newId }: TokenSigner,
  subject: TokenSubject,
  nowMs: number,
): { accessToken: string; expiresInSeconds: number } {
  const iat = Math.floor(nowMs / 1000);
  const expiresInSeconds = settings.accessTokenTtlSeconds;
  const claims: AccessTokenClaims = {
    ...subject,
    iss: settings.issuer,
    iat,
    nbf: iat,
    exp: iat + expiresInSeconds,
    jti: newId(),
  };
  const key = signingKeys.activeKey();
  return { accessToken: signJwt({ typ: 'at+jwt', claims, key }), expiresInSeconds };
}
