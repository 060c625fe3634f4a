import { ApiError } from '@latchkey/errors';
import type { AccountStore } from '../account/account.ts';
import { errors } from '../errors.ts';
import type { SignedIn } from '../sign-in/signed-in.ts';
import { endSession, type EndPorts } from './end-session.ts';
import type { NewSession, SessionStore } from './session.ts';

export interface StartPorts extends EndPorts {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly sessions: SessionStore;
}

/**
 * Stores what a sign-in opens, the root first. A password change or a disabling voids tokens and then ends the sessions
 * that are there; one that came between the password check and here may have missed these, so that they end here and
 * invalid_credentials is thrown.
 */
export async function startSignedIn(
  ports: StartPorts,
  { account, facts }: Pick<SignedIn, 'account' | 'facts'>,
  sessions: readonly [NewSession, ...NewSession[]],
): Promise<void> {
  await ports.sessions.start(sessions, facts.authTime);
  const today = await ports.accounts.findById(account.id);
  const isUnchanged =
    today?.status === 'active' && today.tokensValidAfter?.getTime() === account.tokensValidAfter?.getTime();
  if (isUnchanged) return;
  await endSession(ports, sessions[0].id);
  throw new ApiError(errors.credentialsInvalid);
}
