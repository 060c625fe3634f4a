import { hashSecret } from '@latchkey/secrets';
import type { AccountStore } from '../account/account-store.ts';
import type { Account } from '../account/account.ts';
import type { SessionStore } from './session-store.ts';
import { isRootToken, type Session } from './session.ts';

/** The live root session of a token and its active account; undefined for every miss. Does not count as use. */
export async function findRootSession(
  ports: {
    readonly accounts: Pick<AccountStore, 'findById'>;
    readonly sessions: Pick<SessionStore, 'findLiveRoot'>;
    now(): number;
  },
  token: string,
): Promise<{ session: Session; account: Account } | undefined> {
  if (!isRootToken(token)) return undefined;
  const session = await ports.sessions.findLiveRoot(hashSecret(token), new Date(ports.now()));
  const account = session && (await ports.accounts.findById(session.userId));
  return session && account?.status === 'active' ? { session, account } : undefined;
}
