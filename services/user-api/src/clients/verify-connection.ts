import { ApiError } from '@latchkey/contracts';
import { splitScope, type AccessTokenClaims } from '@latchkey/tokens';
import { errors, missing } from '../errors.ts';
import type { Tombstones } from '../sessions/session.ts';
import type { Connection, ConnectionStore } from './connection.ts';

interface VerifyConnectionPorts {
  readonly connections: ConnectionStore;
  readonly tombstones: Pick<Tombstones, 'has'>;
  /** Whether sso vouches for a token now. Rejects with upstream_unavailable. */
  vouchFor(token: string, traceparent: string): Promise<boolean>;
  now(): number;
}

interface ConnectionRequest {
  readonly token: string;
  /** Claims of an app token whose signature is verified. */
  readonly claims: AccessTokenClaims;
  readonly target: string | undefined;
  /** Space-separated. */
  readonly scope: string | undefined;
  readonly traceparent: string;
}

export interface VerifiedConnection {
  readonly connection: Connection;
  /** The requested scopes, else all that token and connection have in common. */
  readonly scopes: readonly string[];
}

/**
 * Whether the app behind a token may call another. Its token has not ended here, and sso vouches for it; then the active
 * connections are read from the database each time. Throws token_invalid, connection_not_allowed, or missing_field when
 * the app has several connections and the request names no target. Source: contract part 2 "Manual validation".
 */
export async function verifyConnection(
  ports: VerifyConnectionPorts,
  { token, claims, target, scope, traceparent }: ConnectionRequest,
): Promise<VerifiedConnection> {
  const isEnded = await ports.tombstones.has(claims.sid);
  if (isEnded || !(await ports.vouchFor(token, traceparent))) throw new ApiError(errors.tokenInvalid);
  const held = splitScope(claims.scope);
  const asked = splitScope(scope);
  const commonOf = ({ scopes }: Connection) => scopes.filter((name) => held.includes(name));
  const fits = (connection: Connection) => {
    const common = commonOf(connection);
    return common.length > 0 && asked.every((name) => common.includes(name));
  };
  const allowed = (await ports.connections.findActive(claims.sub, target)).filter(fits);
  const [connection] = allowed;
  if (connection === undefined) throw new ApiError(errors.connectionNotAllowed);
  if (allowed.length > 1) throw missing('target');
  await ports.connections.noteVerified(connection.id, new Date(ports.now()));
  return { connection, scopes: asked.length === 0 ? commonOf(connection) : asked };
}
