import { ApiError } from '@latchkey/contracts';
import { accountName } from '../attempt/counters.ts';
import { guessInSession, type GuessPorts } from '../attempt/guesses.ts';
import { inSession } from '../attempt/known-device.ts';
import { clearFailures, holdAccount, withLease, type LeasePorts } from '../attempt/lease.ts';
import { errors } from '../errors.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../session/session.ts';
import { checkPassword, type PasswordPorts } from './passwords.ts';

export interface ConfirmPorts extends PasswordPorts, LeasePorts, GuessPorts {}

/** What a signed-in caller shows again. */
export interface ShownPassword {
  readonly 'auth.pass'?: string;
}

/**
 * Checks the current password of a signed-in caller, under the same budgets as a login and that of wrong ones in
 * the sign-in. Logs a rejection. Throws missing_field, throttled, overloaded, invalid_credentials, session_revoked.
 */
export async function confirmPassword(
  ports: ConfirmPorts,
  caller: Caller,
  shown: ShownPassword,
  origin: Origin,
): Promise<void> {
  const { 'auth.pass': password } = shown;
  if (password === undefined) throw new ApiError(errors.fieldMissing, { field: 'auth.pass' });
  const { account } = caller;
  await guessInSession(ports, { caller, origin, shown: 'password' }, () =>
    withLease(ports, origin, async (lease) => {
      lease.event = { event: 'account.password_check', method: 'password', userId: account.id };
      await holdAccount(ports, lease, { account, throttleName: accountName(account) }, inSession);
      await checkPassword(ports, account, password);
      await clearFailures(ports, lease);
    }),
  );
}
