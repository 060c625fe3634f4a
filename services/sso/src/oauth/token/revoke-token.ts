import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import type { Origin, UserApi } from '../../sibling/user-api.ts';
import { isOwnPrincipal } from '../client/own-principal.ts';
import type { FamilyStore } from '../family/family-store.ts';
import { findPresented } from '../family/find-presented.ts';
import { verifyOwnToken, type OwnTokens } from './verify-own-token.ts';

interface RevokeTokenPorts extends OwnTokens {
  readonly families: Pick<FamilyStore, 'findById' | 'revoke'>;
  readonly userApi: Pick<UserApi, 'endSession'>;
}

/**
 * Revokes a token of a client. A token that is unknown or expired, or that another client holds, changes nothing.
 * Throws unsupported_token_type for a token of ours that is neither a refresh token nor an access token of a client,
 * and upstream_unavailable when user-api must be notified and does not answer. The hint is not needed: each kind of
 * token is found by its own look-up. Source: RFC 7009 2.1, 2.2.1.
 */
export async function revokeToken(
  ports: RevokeTokenPorts,
  token: string,
  clientId: string,
  origin: Origin,
): Promise<void> {
  if (isOfAnotherType(token)) throw new ApiError(errors.tokenNotRevocable);
  const presented = await findPresented(ports.families, token);
  if (presented !== undefined) return revokeFamily(ports, presented.family, clientId);
  const claims = await verifyOwnToken(ports, token);
  if (claims === undefined) return;
  if (isOwnPrincipal(claims)) throw new ApiError(errors.tokenNotRevocable);
  if (claims.client_id !== clientId) return;
  const family = await ports.families.findById(claims.sid);
  if (family === undefined) return ports.userApi.endSession(claims, origin);
  return revokeFamily(ports, family, clientId);
}

async function revokeFamily(
  { families, now }: RevokeTokenPorts,
  family: { readonly id: string; readonly clientId: string },
  clientId: string,
): Promise<void> {
  if (family.clientId === clientId) await families.revoke(family.id, 'client', now());
}

/** Whether a token is one that this service knows and cannot end: an ID token, a guard payload, a root token. */
function isOfAnotherType(token: string): boolean {
  return /^rs_[\w-]{43}$/.test(token) || ['JWT', 'relay+jwt'].includes(readType(token));
}

/** The typ of a JWT's header; empty for any other text. */
function readType(token: string): string {
  const [header = '', ...rest] = token.split('.');
  if (rest.length !== 2) return '';
  try {
    const { typ }: { typ?: unknown } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) ?? {};
    return typeof typ === 'string' ? typ : '';
  } catch {
    return '';
  }
}
