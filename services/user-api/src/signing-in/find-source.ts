import { ApiError, isUuid } from '@latchkey/contracts';
import { challengeScheme, hashFingerprint, type AccessTokenClaims } from '@latchkey/tokens';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Account } from '../accounts/account.ts';
import { isTokenVoid } from '../accounts/voiding.ts';
import { errors } from '../errors.ts';
import { findRootSession } from '../sessions/find-root-session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { isRootToken, type Session } from '../sessions/session.ts';
import {
  assertNewFingerprint,
  verifyProof,
  type BindingFields,
  type BindingPorts,
} from './attempt/binding.ts';

export interface SourcePorts extends BindingPorts {
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  verifyAccessToken(token: string): Promise<AccessTokenClaims>;
}

/** The live session that a new one is opened from. */
export interface Source {
  readonly account: Account;
  readonly session: Session;
  /** Of its access token; undefined for a root token. */
  readonly claims?: AccessTokenClaims;
}

/**
 * Finds the presented session by its root token or its access token. Every miss is one token_invalid. A refresh family
 * of sso cannot be a parent: its end would not reach a child session.
 */
export async function findSource(ports: SourcePorts, token: string): Promise<Source> {
  const found = isRootToken(token) ? await findRootSession(ports, token) : await findByToken(ports, token);
  if (found === undefined) throw new ApiError(errors.tokenInvalid, { detail: 'no live session behind it' });
  return found;
}

async function findByToken(ports: SourcePorts, token: string): Promise<Source | undefined> {
  const claims = await verify(ports, token);
  if (claims === undefined || claims.token_use === 'app' || !isUuid(claims.sid)) return undefined;
  const session = await ports.sessions.findLive(claims.sid, new Date(ports.now()));
  if (session === undefined || session.userId !== claims.sub) return undefined;
  const account = await ports.accounts.findById(session.userId);
  if (account?.status !== 'active') return undefined;
  return isTokenVoid(account, session, claims) ? undefined : { account, session, claims };
}

async function verify(ports: SourcePorts, token: string): Promise<AccessTokenClaims | undefined> {
  try {
    return await ports.verifyAccessToken(token);
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'upstream_unavailable') return undefined;
    throw error;
  }
}

/** The binding of the new session: the binding of its source, which must be shown again, and what else is shown. */
export async function inheritBinding(
  ports: SourcePorts,
  { session }: Source,
  shown: { token: string; binding: BindingFields; path: string; payloadHtu: string | undefined },
): Promise<{ jkt: string | null; fingerprint: string | null }> {
  const { token, path, payloadHtu } = shown;
  if (session.fingerprint === null) assertNewFingerprint(shown.binding);
  if (session.jkt !== null && shown.binding.isBearer)
    throw new ApiError(errors.bindingRequired, { headers: challengeScheme, detail: 'the scheme is Bearer' });
  const expectedJkt = session.jkt ?? undefined;
  const jkt = await verifyProof(ports, shown.binding, { token, path, payloadHtu, expectedJkt });
  const fingerprint = shown.binding.fingerprint ? hashFingerprint(shown.binding.fingerprint) : null;
  const isShown =
    (session.jkt === null || jkt !== null) && (session.fingerprint === null || fingerprint !== null);
  if (!isShown) throw new ApiError(errors.bindingRequired);
  if (session.fingerprint !== null && session.fingerprint !== fingerprint)
    throw new ApiError(errors.tokenInvalid);
  return { jkt, fingerprint };
}
