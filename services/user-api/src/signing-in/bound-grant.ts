import { ApiError } from '@latchkey/contracts';
import { isSameAudience, splitScope, type AccessTokenClaims, type RelayClaims } from '@latchkey/tokens';
import { errors } from '../errors.ts';

export interface GrantPorts {
  readonly connections: {
    /** The connection from one client to another, while both may use it; else none. */
    findActive(source: string, target: string): Promise<readonly { readonly scopes: readonly string[] }[]>;
  };
  readonly publicUrl: string;
}

/** What the token of a new session may hold. */
export type Grant = Pick<RelayClaims, 'scope' | 'aud_list'>;

/**
 * Bounds what a payload allows by the access token that is exchanged: scope and audiences are what both have, and
 * another client's token needs a connection from its client to the payload's, whose scopes bound it too. A root token
 * has no claims: it is bounded only by the payload, which sso signs within the client's lists. Throws payload_mismatch
 * for no common audience, connection_not_allowed. Source: contract part 2 "Routes guarded by a consumed payload".
 */
export async function boundGrant(
  ports: GrantPorts,
  claims: AccessTokenClaims | undefined,
  payload: RelayClaims,
): Promise<Grant> {
  if (claims === undefined) return payload;
  const bounds = [splitScope(claims.scope), ...(await findConnectionBound(ports, claims, payload))];
  const scopes = splitScope(payload.scope).filter((name) => bounds.every((bound) => bound.includes(name)));
  const asked = payload.aud_list?.length ? payload.aud_list : [ports.publicUrl];
  const audiences = asked.filter((audience) =>
    [claims.aud].flat().some((held) => isSameAudience(held, audience)),
  );
  if (audiences.length === 0)
    throw new ApiError(errors.payloadMismatch, { detail: 'the source is for none of its audiences' });
  return { scope: scopes.join(' '), aud_list: audiences };
}

async function findConnectionBound(
  { connections }: GrantPorts,
  { client_id: source }: AccessTokenClaims,
  { client_id: target }: RelayClaims,
): Promise<(readonly string[])[]> {
  if (source === target) return [];
  const [connection] = await connections.findActive(source, target);
  if (connection === undefined) throw new ApiError(errors.connectionNotAllowed);
  return [connection.scopes];
}
