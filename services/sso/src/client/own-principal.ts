import type { AccessTokenClaims } from '@latchkey/tokens';

/** The name under which sso itself is a client: of its page's payloads, and where it stores dead drops. */
export const ownClientId = 'latchkey-sso';

/** True for a token that sso gave itself; it has no session that could end before it. */
export function isOwnPrincipal({ token_use, sub, client_id, sid }: AccessTokenClaims): boolean {
  return token_use === 'app' && [sub, client_id, sid].every((name) => name === ownClientId);
}
