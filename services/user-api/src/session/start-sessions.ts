import { ApiError } from '@latchkey/errors';
import { findMembership, type Account, type AccountStore, type Membership } from '../account/account.ts';
import { errors } from '../errors.ts';
import type { SignedIn } from '../sign-in/signed-in.ts';
import { endSession, type EndPorts } from './end-session.ts';
import type { NewSession, Session, SessionStore } from './session.ts';

export interface StartPorts extends EndPorts {
  readonly accounts: Pick<AccountStore, 'findById' | 'listMemberships'>;
  readonly sessions: SessionStore;
  now(): number;
}

type NewSessions = readonly [NewSession, ...NewSession[]];

/** Stores what a sign-in opens, the root first. Throws invalid_credentials when the sign-in was overtaken. */
export async function startSignedIn(
  ports: StartPorts,
  { account, member, facts }: SignedIn,
  sessions: NewSessions,
): Promise<void> {
  await ports.sessions.start(sessions, facts.authTime);
  if (!(await isUnchanged(ports, account, member))) {
    await endSession(ports, sessions[0].id);
    throw new ApiError(errors.credentialsInvalid);
  }
}

/** Stores what an exchange opens. Throws token_invalid when the exchange was overtaken or its source has ended. */
export async function startExchanged(
  ports: StartPorts,
  { account, member, source }: { account: Account; member: Membership | null; source: Session },
  session: NewSession,
): Promise<void> {
  await ports.sessions.start([session]);
  const isLive = (await ports.sessions.findLive(source.id, new Date(ports.now()))) !== undefined;
  if (!isLive || !(await isUnchanged(ports, account, member))) {
    await endSession(ports, session.id);
    throw new ApiError(errors.tokenInvalid);
  }
}

/**
 * A password change, a disabling or a removal from the org ends the sessions that are there. One that was stored since
 * may have been missed, so it looks for itself whether all is as it was when its opening was decided.
 */
async function isUnchanged(
  { accounts }: StartPorts,
  { id, tokensValidAfter }: Account,
  member: Membership | null,
): Promise<boolean> {
  const today = await accounts.findById(id);
  if (today?.status !== 'active' || today.tokensValidAfter?.getTime() !== tokensValidAfter?.getTime())
    return false;
  return member === null || findMembership(await accounts.listMemberships(id), member.orgId) !== undefined;
}
