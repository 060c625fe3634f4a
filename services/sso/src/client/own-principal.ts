import type { AccessTokenClaims } from '@latchkey/tokens';

/** The client_id of sso itself, for the payloads of its own page and the dead drops that it stores. */
export const ownClientId = 'latchkey-sso';

/** True for a token that sso issued to itself. Such a token has no session and lives until it expires. */
export function isOwnPrincipal({ token_use, sub, client_id, sid }: AccessTokenClaims): boolean {
  return token_use === 'app' && [sub, client_id, sid].every((name) => name === ownClientId);
}
