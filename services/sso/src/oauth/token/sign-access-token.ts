import { signJwt, type AccessTokenClaims, type SigningKeys } from '@latchkey/tokens';
import { holdsAdmin } from './rights.ts';

export interface TokenSigner {
  readonly signingKeys: Pick<SigningKeys, 'activeKey'>;
  readonly settings: { readonly issuer: string; readonly accessTokenTtlSeconds: number };
  readonly newId: () => string;
}

export type TokenSubject = Omit<AccessTokenClaims, 'iss' | 'exp' | 'iat' | 'nbf' | 'jti'>;

/** How long an access token with the scope admin lives. Source: contract part 0 "Access tokens". */
export function adminTtlSeconds({ accessTokenTtlSeconds }: TokenSigner['settings']): number {
  return Math.min(accessTokenTtlSeconds, 600);
}

/**
 * Signs an access token that is issued at `nowMs`. A token without a life of its own lives as long as its scope allows.
 * Source: RFC 9068, contract part 0 "Access tokens".
 */
export async function signAccessToken(
  { signingKeys, settings, newId }: TokenSigner,
  subject: TokenSubject,
  nowMs: number,
  lifeSeconds?: number,
): Promise<{ accessToken: string; expiresInSeconds: number }> {
  const iat = Math.floor(nowMs / 1000);
  const usual = holdsAdmin(subject.scope) ? adminTtlSeconds(settings) : settings.accessTokenTtlSeconds;
  const expiresInSeconds = lifeSeconds ?? usual;
  const claims: AccessTokenClaims = {
    ...subject,
    iss: settings.issuer,
    iat,
    nbf: iat,
    exp: iat + expiresInSeconds,
    jti: newId(),
  };
  const key = signingKeys.activeKey();
  return { accessToken: await signJwt({ typ: 'at+jwt', claims, key }), expiresInSeconds };
}
