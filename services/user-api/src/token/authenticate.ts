import { ApiError } from '@latchkey/errors';
import type { AccessTokenClaims } from '@latchkey/tokens';
import {
  findAccount,
  findMembership,
  isTokenVoid,
  isUuid,
  type Account,
  type AccountStore,
  type Membership,
} from '../account/account.ts';
import { assertTokenBound, type BindingPorts, type PresentedToken } from '../attempt/binding.ts';
import type { ClientStore } from '../client/client.ts';
import { errors } from '../errors.ts';
import { idleEndOf, type Caller, type SessionStore, type SessionView } from '../session/session.ts';
import type { FamilyView } from '../sibling/sso.ts';

interface AuthenticatePorts extends BindingPorts {
  readonly accounts: AccountStore;
  readonly clients: Pick<ClientStore, 'isClosed'>;
  readonly sessions: SessionStore;
  readonly tombstones: { has(sessionId: string): Promise<boolean> };
  readonly families: {
    find(sessionId: string, token: string, traceparent: string): Promise<FamilyView | undefined>;
  };
  verifyAccessToken(token: string): Promise<AccessTokenClaims>;
}

/**
 * The person who calls. Every check reads the current state: one signature check, a person's token, no tombstone, a live
 * session, an active account and membership, issued after tokens_valid_after, binding. Throws token_invalid, token_expired,
 * session_revoked, forbidden (an app's token), binding_required, invalid_dpop_proof. Source: contract part 2
 * "Manual validation", "Guarded routes".
 */
export async function authenticate(ports: AuthenticatePorts, presented: PresentedToken): Promise<Caller> {
  const claims = await ports.verifyAccessToken(presented.token);
  if (claims.token_use === 'app') throw new ApiError(errors.forbidden);
  if (await ports.tombstones.has(claims.sid))
    throw new ApiError(errors.sessionRevoked, { detail: 'a tombstone' });
  const session = await findSession(ports, claims, presented);
  const account = await findActiveAccount(ports, claims);
  if (isTokenVoid(account, session, claims))
    throw new ApiError(errors.sessionRevoked, { detail: 'issued before tokens_valid_after' });
  const member = await findMember(ports, claims);
  await assertTokenBound(ports, claims, presented);
  // Last, so that a stolen token without its key or device cannot keep a session alive.
  if (session.kind !== 'device') await ports.sessions.touch(session.id, new Date(ports.now()));
  return { claims, account, member, session };
}

/** A session of this service, else a refresh family that sso vouches for. */
async function findSession(
  ports: AuthenticatePorts,
  claims: AccessTokenClaims,
  presented: PresentedToken,
): Promise<SessionView> {
  const now = new Date(ports.now());
  const own = isUuid(claims.sid) ? await ports.sessions.find(claims.sid, now) : undefined;
  if (own !== undefined) {
    const { session, isLive } = own;
    if (session.userId !== claims.sub)
      throw new ApiError(errors.tokenInvalid, { detail: 'the session of another user' });
    if (!isLive) throw new ApiError(errors.sessionRevoked, { detail: 'the session is not live' });
    return { ...session, expiresAt: idleEndOf(session) };
  }
  if (await ports.clients.isClosed(claims.client_id))
    throw new ApiError(errors.sessionRevoked, { detail: 'the client is archived or inactive' });
  const family = await ports.families.find(claims.sid, presented.token, presented.traceparent);
  if (family === undefined) throw new ApiError(errors.sessionRevoked, { detail: 'no live refresh family' });
  const { lastUsedAt: lastSeenAt, ...rest } = family;
  return { id: claims.sid, kind: 'device', rootId: null, lastSeenAt, ...rest };
}

async function findActiveAccount(ports: AuthenticatePorts, claims: AccessTokenClaims): Promise<Account> {
  const account = await findAccount(ports.accounts, claims.sub);
  if (account === undefined || account.status !== 'active')
    throw new ApiError(errors.tokenInvalid, { detail: `the account is ${account?.status ?? 'unknown'}` });
  return account;
}

async function findMember(ports: AuthenticatePorts, claims: AccessTokenClaims): Promise<Membership | null> {
  if (claims.token_use !== 'member') return null;
  const membership = findMembership(await ports.accounts.listMemberships(claims.sub), claims.org ?? '');
  if (membership === undefined) throw new ApiError(errors.tokenInvalid, { detail: 'no member of the org' });
  return membership;
}
