import { ApiError } from '@latchkey/contracts';
import type { Account } from '../account/account.ts';
import { accountName } from '../attempt/counters.ts';
import { inSession } from '../attempt/known-device.ts';
import { clearFailures, holdAccount, withLease, type LeasePorts } from '../attempt/lease.ts';
import { errors } from '../errors.ts';
import type { Origin } from '../request-log/request-log.ts';
import { checkPassword, type PasswordPorts } from './passwords.ts';

export interface ConfirmPorts extends PasswordPorts, LeasePorts {}

/** What a signed-in caller shows again. */
export interface ShownPassword {
  readonly 'auth.pass'?: string;
}

/**
 * Checks the current password of a signed-in caller, under the same budgets as a login. Logs a rejection. Throws
 * missing_field, throttled, overloaded, invalid_credentials.
 */
export async function confirmPassword(
  ports: ConfirmPorts,
  account: Account,
  shown: ShownPassword,
  origin: Origin,
): Promise<void> {
  const { 'auth.pass': password } = shown;
  if (password === undefined) throw new ApiError(errors.fieldMissing, { field: 'auth.pass' });
  await withLease(ports, origin, async (lease) => {
    lease.event = { event: 'account.password_check', method: 'password', userId: account.id };
    await holdAccount(ports, lease, { account, throttleName: accountName(account) }, inSession);
    await checkPassword(ports, account, password);
    await clearFailures(ports, lease);
  });
}
