import { ApiError } from '@latchkey/contracts';
import type { Account } from '../account/account.ts';
import { accountName, inSession, withBudgets, type BudgetPorts } from '../attempt/budgets.ts';
import { errors } from '../errors.ts';
import { logFailure, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { checkPassword, type PasswordPorts } from './passwords.ts';

export interface ConfirmPorts extends PasswordPorts, BudgetPorts, LogPorts {}

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
  const event = { event: 'account.password_check', method: 'password', userId: account.id } as const;
  await withBudgets(ports, origin.ip, (budgets) =>
    logFailure(ports, event, origin, async () => {
      await budgets.holdAccount({ account, throttleName: accountName(account) }, origin, inSession);
      await checkPassword(ports.passwords, account, password);
      await budgets.clear();
    }),
  );
}
