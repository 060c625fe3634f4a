import type { AccessTokenClaims } from './claims.ts';
import { splitScope } from './scope.ts';

/** Who calls, read from a verified access token. */
export interface Principal {
  kind: AccessTokenClaims['pk'];
  /** The user, or for an app its client_id (contract part 3 "Who"). */
  id: string;
  tokenUse: AccessTokenClaims['token_use'];
  clientId: string;
  sessionId: string;
  scope: string[];
  amr: string[];
  /** With `role` for a member only. */
  org?: string;
  role?: string;
  /** Seconds since the epoch. */
  authTime?: number;
}

/** The principal that verified claims speak for. */
export function principalOf(claims: AccessTokenClaims): Principal {
  return {
    kind: claims.pk,
    id: claims.token_use === 'app' ? claims.client_id : claims.sub,
    tokenUse: claims.token_use,
    clientId: claims.client_id,
    sessionId: claims.sid,
    scope: splitScope(claims.scope),
    amr: claims.amr ?? [],
    ...(claims.org === undefined ? {} : { org: claims.org }),
    ...(claims.role === undefined ? {} : { role: claims.role }),
    ...(claims.auth_time === undefined ? {} : { authTime: claims.auth_time }),
  };
}
