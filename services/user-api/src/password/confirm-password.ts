import { ApiError } from '@latchkey/errors';
import type { Account } from '../account/account.ts';
import { accountName, hashDevice, withBudgets, type BudgetPorts } from '../attempt/budgets.ts';
import { errors } from '../errors.ts';
import { logFailure, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { checkPassword, type PasswordPorts } from './passwords.ts';

export interface ConfirmPorts extends PasswordPorts, BudgetPorts, LogPorts {}

/** What a signed-in caller shows again. */
export interface ShownPassword {
  readonly 'auth.pass'?: string;
  /** Identifies a known device, as at a login. */
  readonly 'auth.fingerprint'?: string;
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
  const { 'auth.pass': password, 'auth.fingerprint': fingerprint = '' } = shown;
  if (password === undefined) throw new ApiError(errors.fieldMissing, { field: 'auth.pass' });
  const { ip, userAgent } = origin;
  const event = { event: 'account.password_check', method: 'password', userId: account.id };
  await withBudgets(ports, ip, (budgets) =>
    logFailure(ports, event, origin, async () => {
      const device = hashDevice({ fingerprint, network: ports.networkOf(ip), userAgent });
      await budgets.holdAccount({ account, throttleName: accountName(account) }, ip, device);
      await checkPassword(ports.passwords, account, password);
      await budgets.clear();
    }),
  );
}
