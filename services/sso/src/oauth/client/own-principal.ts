import { ssoClientId, type AccessTokenClaims } from '@latchkey/tokens';

/** True for a token that sso issued to itself. Such a token has no session and lives until it expires. */
export function isOwnPrincipal({ token_use, sub, client_id, sid }: AccessTokenClaims): boolean {
  return token_use === 'app' && [sub, client_id, sid].every((name) => name === ssoClientId);
}
