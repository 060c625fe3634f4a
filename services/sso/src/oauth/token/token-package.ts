import { createHash } from 'node:crypto';
import { signJwt, splitScope } from '@latchkey/tokens';
import type { AppCode } from '../device/device.ts';
import { refreshEndsAtMs, type RefreshFamily } from '../family/family.ts';
import type { RefreshSecrets } from '../family/refresh-secrets.ts';
import { identityClaims, type Identity } from './identity-claims.ts';
import { principalKind } from './rights.ts';
import { signAccessToken, type TokenSigner, type TokenSubject } from './sign-access-token.ts';

/** What holds no refresh token: a redemption on the browser road that did not ask for offline access. */
export interface AccessPackage {
  readonly token_type: 'Bearer' | 'DPoP';
  readonly access_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly id_token?: string;
}

/** The answer to a redemption and to a refresh. Source: requirement 1 "Token package". */
export interface TokenPackage extends AccessPackage {
  readonly refresh_token: string;
  readonly refresh_expires_in: number;
  readonly binding_chain: string;
  readonly binding_link: string;
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
  /** Of a redemption on the browser road: its ID token has the nonce of the request, and is of this access token. */
  readonly app?: Pick<AppCode, 'nonce'> | undefined;
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
  const { scope, id_token, ...tokens } = await createAccessPackage(signer, source, account, nowMs);
  return {
    ...tokens,
    refresh_token: secrets.token,
    refresh_expires_in: Math.floor((refreshEndsAtMs(source) - nowMs) / 1000),
    binding_chain: source.id,
    binding_link: secrets.link,
    scope,
    ...(id_token === undefined ? {} : { id_token }),
  };
}

/** The same without refresh secrets. */
export async function createAccessPackage(
  signer: TokenSigner,
  source: PackageSource,
  account: PackageAccount,
  nowMs: number,
): Promise<AccessPackage> {
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
  const signing = signAccessToken(signer, subject, nowMs);
  const [{ accessToken, expiresInSeconds }, idToken] = await Promise.all([
    signing,
    hasIdToken ? signIdToken(signer, source, account, nowMs, source.app && signing) : undefined,
  ]);
  return {
    token_type: source.jkt === null ? 'Bearer' : 'DPoP',
    access_token: accessToken,
    expires_in: expiresInSeconds,
    scope: source.scope,
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}

/** `signing` is the access token that it is bound to. Source: OpenID Connect Core 2, contract part 1 "Token package". */
async function signIdToken(
  { signingKeys, settings }: TokenSigner,
  source: PackageSource,
  account: PackageAccount,
  nowMs: number,
  signing?: ReturnType<typeof signAccessToken>,
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
    ...(source.app?.nonce !== undefined && { nonce: source.app.nonce }),
    ...(signing && { at_hash: halfHash((await signing).accessToken) }),
    ...identityClaims(account, splitScope(source.scope)),
  };
  return signJwt({ typ: 'JWT', claims, key: signingKeys.activeKey() });
}

/** The left half of the hash that RS512 signs, as at_hash has it. Source: OpenID Connect Core 3.1.3.6. */
function halfHash(token: string): string {
  return createHash('sha512').update(token).digest().subarray(0, 32).toString('base64url');
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
