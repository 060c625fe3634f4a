import { ApiError } from '@latchkey/contracts';
import { isPageClient, type AccessTokenClaims } from '@latchkey/tokens';
import { findMembership, type Account, type Membership } from '../accounts/account.ts';
import { isTokenVoid } from '../accounts/voiding.ts';
import { errors } from '../errors.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import {
  idleEndOf,
  isTouchDue,
  type Caller,
  type SessionView,
  type Tombstones,
} from '../sessions/session.ts';
import type { FamilyView } from '../sibling/sso.ts';
import { assertTokenBound, type BindingPorts, type PresentedToken } from '../signing-in/attempt/binding.ts';
import { backs, type TokenBacking, type TokenBackingStore } from './token-backing.ts';

interface AuthenticatePorts extends BindingPorts {
  readonly tokenBackings: TokenBackingStore;
  readonly sessions: Pick<SessionStore, 'touch'>;
  readonly tombstones: Pick<Tombstones, 'has'>;
  readonly families: {
    find(sessionId: string, token: string, traceparent: string): Promise<FamilyView | undefined>;
  };
  verifyAccessToken(token: string): Promise<AccessTokenClaims>;
}

/**
 * The person who calls. Every check reads the current state: one signature check, a person's token, a live
 * session, an active account and membership, issued after tokens_valid_after, binding. Throws token_invalid, token_expired,
 * session_revoked, forbidden (an app's token), binding_required, invalid_dpop_proof.
 * Source: contract part 2 "Manual validation".
 */
export async function authenticate(ports: AuthenticatePorts, presented: PresentedToken): Promise<Caller> {
  const claims = await ports.verifyAccessToken(presented.token);
  if (claims.token_use === 'app') throw new ApiError(errors.forbidden);
  const now = new Date(ports.now());
  const backing = await ports.tokenBackings.find(claims, now);
  const session = await findSession(ports, backing, claims, presented);
  const account = assertActive(backing.account);
  if (isTokenVoid(account, session, claims))
    throw new ApiError(errors.sessionRevoked, { detail: 'issued before tokens_valid_after' });
  const member = claims.token_use === 'member' ? assertMember(backing.memberships, claims) : null;
  await assertTokenBound(ports, claims, presented);
  // Last, so that a stolen token without its key or device cannot keep a session alive.
  if (backing.session && isTouchDue(backing.session, now)) await ports.sessions.touch(session.id, now);
  return { claims, account, member, memberships: member ? [member] : backing.memberships, session };
}

/** A session of this service, else a refresh family that sso vouches for. A token of a page of sso names a root of it. */
async function findSession(
  ports: AuthenticatePorts,
  backing: TokenBacking,
  claims: AccessTokenClaims,
  presented: PresentedToken,
): Promise<SessionView> {
  const { session, client } = backing;
  if (session !== undefined) {
    if (session.userId !== claims.sub)
      throw new ApiError(errors.tokenInvalid, { detail: 'the session of another user' });
    if (!backs(session, backing, claims))
      throw new ApiError(errors.sessionRevoked, { detail: 'the session or its client is not live' });
    return { ...session, expiresAt: idleEndOf(session) };
  }
  if (isPageClient(claims.client_id))
    throw new ApiError(errors.sessionRevoked, { detail: 'no session of the page' });
  if (client.isClosed)
    throw new ApiError(errors.sessionRevoked, { detail: 'the client is archived or inactive' });
  if (await ports.tombstones.has(claims.sid))
    throw new ApiError(errors.sessionRevoked, { detail: 'a tombstone' });
  const family = await ports.families.find(claims.sid, presented.token, presented.traceparent);
  if (family === undefined) throw new ApiError(errors.sessionRevoked, { detail: 'no live refresh family' });
  const { lastUsedAt: lastSeenAt, ...rest } = family;
  return { id: claims.sid, kind: 'device', rootId: null, lastSeenAt, ...rest };
}

function assertActive(account: Account | undefined): Account {
  if (account === undefined || account.status !== 'active')
    throw new ApiError(errors.tokenInvalid, { detail: `the account is ${account?.status ?? 'unknown'}` });
  return account;
}

function assertMember(memberships: readonly Membership[], { org = '' }: AccessTokenClaims): Membership {
  const membership = findMembership(memberships, org);
  if (membership === undefined) throw new ApiError(errors.tokenInvalid, { detail: 'no member of the org' });
  return membership;
}
