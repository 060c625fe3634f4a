import { hashSecret } from '@latchkey/secrets';
import { ssoClientId } from '@latchkey/tokens';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Account } from '../accounts/account.ts';
import type { SessionStore } from './session-store.ts';
import { isRootToken, type Session } from './session.ts';

interface RootPorts {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly sessions: Pick<SessionStore, 'findLiveRoot'>;
  now(): number;
}

interface FoundRoot {
  readonly session: Session;
  readonly account: Account;
}

/** The live root session of a token and its active account; undefined for every miss. Does not count as use. */
export async function findRootSession(ports: RootPorts, token: string): Promise<FoundRoot | undefined> {
  if (!isRootToken(token)) return undefined;
  const session = await ports.sessions.findLiveRoot(hashSecret(token), new Date(ports.now()));
  const account = session && (await ports.accounts.findById(session.userId));
  return session && account?.status === 'active' ? { session, account } : undefined;
}

/**
 * The root session that a browser's cookie at sso stands for: one that sso's page opened for the person, bound to
 * nothing. A root that an app was handed at a login is none: who has it could approve devices.
 */
export async function findPageRoot(ports: RootPorts, token: string): Promise<FoundRoot | undefined> {
  const found = await findRootSession(ports, token);
  if (found === undefined) return undefined;
  return isPageRoot(found.session) ? found : undefined;
}

/** Whether sso's page opened it for the person, bound to nothing. */
function isPageRoot({ kind, clientId, orgId, jkt, fingerprint }: Session): boolean {
  const isBound = jkt !== null || fingerprint !== null;
  return kind === 'root' && clientId === ssoClientId && orgId === null && !isBound;
}
