import { accountClientId } from '@latchkey/tokens';
import type { AccountStore } from '../../accounts/account-store.ts';
import { missing } from '../../errors.ts';
import type { Origin } from '../../request-log/request-log.ts';
import type { SessionStore } from '../../sessions/session-store.ts';
import type { Caller, SignedInPerson } from '../../sessions/session.ts';
import { accountName } from '../attempt/counters.ts';
import { guessInSession, type GuessPorts } from '../attempt/guesses.ts';
import { inSession } from '../attempt/known-device.ts';
import { clearFailures, holdAccount, withLease, type Lease, type LeasePorts } from '../attempt/lease.ts';
import { sessionPlace, shareOfAccount } from '../attempt/place.ts';
import { checkPassword, type Passwords } from './passwords.ts';

export interface ConfirmPorts extends LeasePorts, GuessPorts {
  readonly accounts: AccountStore;
  readonly passwords: Pick<Passwords, 'by'>;
  readonly sessions: GuessPorts['sessions'] & Pick<SessionStore, 'confirm'>;
}

export interface ShownPassword {
  readonly 'auth.pass'?: string | undefined;
}

/** How long the account page does not ask again for the password that was typed in the same sign-in. */
const recentMs = 300_000;

/** What the password of such an act is, for the documents. */
export const recentPassword = 'Current password; the account page leaves out one that was just typed';

/**
 * As confirmPassword, for an act that does not last. The account page may leave out a password that its person typed in
 * this sign-in less than five minutes ago; one that is sent is checked. Source: contract part 2 "Guarded routes".
 */
export async function confirmUnlessRecent(
  ports: ConfirmPorts,
  caller: Caller,
  shown: ShownPassword,
  origin: Origin,
): Promise<void> {
  if (shown['auth.pass'] === undefined && hasJustTyped(caller, ports.now())) return;
  await confirmPassword(ports, caller, shown, origin);
}

/** The page's token says when its session last saw the password. A time in the future is no proof. */
function hasJustTyped({ claims }: Caller, nowMs: number): boolean {
  const { client_id: clientId, auth_time: authTime = 0 } = claims;
  const ageMs = nowMs - authTime * 1000;
  return clientId === accountClientId && ageMs >= 0 && ageMs < recentMs;
}

/**
 * Checks the current password of a signed-in caller, under the same budgets as a login and that of wrong ones in
 * the sign-in. Logs a rejection. A session of the account page has seen the password from then on. Throws missing_field, throttled, overloaded, invalid_credentials, session_revoked.
 */
export async function confirmPassword(
  ports: ConfirmPorts,
  caller: SignedInPerson,
  shown: ShownPassword,
  origin: Origin,
): Promise<void> {
  const { 'auth.pass': password } = shown;
  if (password === undefined) throw missing('auth.pass');
  const { account, claims, session } = caller;
  const counted = sessionPlace(ports, origin.ip);
  const throttleName = accountName(account);
  const attempt = async (lease: Lease): Promise<void> => {
    lease.verdict.event = { event: 'account.password_check', method: 'password', userId: account.id };
    await holdAccount(ports, lease, { account, throttleName }, inSession);
    await checkPassword(
      { ...ports, passwords: ports.passwords.by([shareOfAccount(account)]) },
      account,
      password,
    );
    await clearFailures(ports, lease);
  };
  await guessInSession(ports, { caller, origin, shown: 'password' }, () =>
    withLease(ports, origin, attempt, counted),
  );
  if (claims.client_id === accountClientId) await ports.sessions.confirm(session.id, new Date(ports.now()));
}
