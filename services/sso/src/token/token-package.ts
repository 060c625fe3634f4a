import { signJwt, splitScope } from '@latchkey/tokens';
import { refreshEndsAtMs, type RefreshFamily } from '../family/family.ts';
import type { RefreshSecrets } from '../family/refresh-secrets.ts';
import { identityClaims, type Identity } from './identity-claims.ts';
import { principalKind } from './rights.ts';
import { signAccessToken, type TokenSigner, type TokenSubject } from './sign-access-token.ts';

/** The answer to a redemption and to a refresh. Source: requirement 1 "Token package". */
export interface TokenPackage {
  readonly token_type: 'Bearer' | 'DPoP';
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly refresh_expires_in: number;
  readonly binding_chain: string;
  readonly binding_link: string;
  readonly scope: string;
  readonly id_token?: string;
}

/** The fields of a family that a package is made from; scope and audience are those of this access token. */
export type PackageSource = Pick<
  RefreshFamily,
  'id' | 'clientId' | 'scope' | 'audience' | 'amr' | 'authTime' | 'idleExpiresAt' | 'absoluteExpiresAt'
> & {
  /** Thumbprint of the key that this access token is bound to. */
  readonly jkt: string | null;
  /** An ID token is wanted, where the scope names openid: a refresh asks for one by its own scope (OpenID Connect Core 12.2). */
  readonly wantsIdToken: boolean;
};

export interface PackageAccount extends Identity {
  readonly kind: 'user' | 'admin' | 'root';
}

/** The tokens that are issued at `nowMs`: access token, ID token where it is wanted, and refresh secrets. */
export async function createTokenPackage(
  signer: TokenSigner,
  source: PackageSource,
  account: PackageAccount,
  secrets: RefreshSecrets,
  nowMs: number,
): Promise<TokenPackage> {
  const subject: TokenSubject = {
    sub: account.userId,
    aud: [...source.audience],
    client_id: source.clientId,
    scope: source.scope,
    sid: source.id,
    token_use: 'user',
    pk: principalKind(source.scope, account.kind),
    amr: [...source.amr],
    auth_time: toSeconds(source.authTime),
    ...(source.jkt === null ? {} : { cnf: { jkt: source.jkt } }),
  };
  const hasIdToken = source.wantsIdToken && splitScope(source.scope).includes('openid');
  const [{ accessToken, expiresInSeconds }, idToken] = await Promise.all([
    signAccessToken(signer, subject, nowMs),
    hasIdToken ? signIdToken(signer, source, account, nowMs) : undefined,
  ]);
  return {
    token_type: source.jkt === null ? 'Bearer' : 'DPoP',
    access_token: accessToken,
    expires_in: expiresInSeconds,
    refresh_token: secrets.token,
    refresh_expires_in: Math.floor((refreshEndsAtMs(source) - nowMs) / 1000),
    binding_chain: source.id,
    binding_link: secrets.link,
    scope: source.scope,
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}

/** Source: OpenID Connect Core 2, contract part 1 "Token package". */
function signIdToken(
  { signingKeys, settings }: TokenSigner,
  source: PackageSource,
  account: PackageAccount,
  nowMs: number,
): Promise<string> {
  const iat = Math.floor(nowMs / 1000);
  const claims = {
    iss: settings.issuer,
    aud: source.clientId,
    iat,
    exp: iat + settings.accessTokenTtlSeconds,
    auth_time: toSeconds(source.authTime),
    amr: [...source.amr],
    sid: source.id,
    ...identityClaims(account, splitScope(source.scope)),
  };
  return signJwt({ typ: 'JWT', claims, key: signingKeys.activeKey() });
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
