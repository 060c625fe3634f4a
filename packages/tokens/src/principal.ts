import { splitScope, type AccessTokenClaims } from './claims.ts';
import { rightsOf, type Right } from './rights.ts';

/** Who calls, read from a verified access token. */
export interface Principal {
  kind: AccessTokenClaims['pk'];
  /**
   * The user; for a member `<org id>:<user id>`, so that what belongs to an org is not the person's own; for an app its
   * client_id. Source: contract part 3 "Who".
   */
  id: string;
  tokenUse: AccessTokenClaims['token_use'];
  clientId: string;
  sessionId: string;
  scope: string[];
  rights: Right[];
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
    id: principalIdOf(claims),
    tokenUse: claims.token_use,
    clientId: claims.client_id,
    sessionId: claims.sid,
    scope: splitScope(claims.scope),
    rights: rightsOf(claims),
    amr: claims.amr ?? [],
    ...(claims.org === undefined ? {} : { org: claims.org }),
    ...(claims.role === undefined ? {} : { role: claims.role }),
    ...(claims.auth_time === undefined ? {} : { authTime: claims.auth_time }),
  };
}

function principalIdOf({ token_use: use, client_id: clientId, sub, org = '' }: AccessTokenClaims): string {
  if (use === 'app') return clientId;
  return use === 'member' ? `${org}:${sub}` : sub;
}
