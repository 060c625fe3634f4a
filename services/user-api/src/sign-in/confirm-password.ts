import { ApiError } from '@latchkey/errors';
import type { Account } from '../account/account.ts';
import { hashDevice } from '../device/known-device.ts';
import { errors } from '../errors.ts';
import { logFailedCheck } from '../request-log/log-failed-check.ts';
import { createAttemptBudgets } from './attempt-budgets.ts';
import type { Origin } from './attempt.ts';
import { checkPassword } from './check-password.ts';
import { isVerdict } from './is-verdict.ts';
import type { SignInPorts } from './ports.ts';

export type ConfirmPorts = Pick<
  SignInPorts,
  'accounts' | 'devices' | 'networkOf' | 'newId' | 'now' | 'passwords' | 'requestLog' | 'throttle'
>;

/**
 * Asks the current password of somebody who is signed in already, under the same budgets as a login. A failure gets
 * its row in the request log. Throws missing_field, throttled, overloaded, invalid_credentials.
 */
export async function confirmPassword(
  ports: ConfirmPorts,
  account: Account,
  password: string | undefined,
  origin: Origin,
): Promise<void> {
  if (password === undefined) throw new ApiError(errors.fieldMissing, { field: 'auth.pass' });
  const { ip, userAgent } = origin;
  const budgets = createAttemptBudgets(ports);
  await budgets.takeNetwork(ip);
  try {
    await logFailedCheck(ports, { account, method: 'password' }, origin, async () => {
      const device = hashDevice({ fingerprint: '', network: ports.networkOf(ip), userAgent });
      await budgets.takeAccount({ account, throttleName: account.id }, ip, device);
      await checkPassword(ports, account, password);
      await budgets.settle();
    });
  } catch (error) {
    if (!isVerdict(error)) await budgets.release();
    throw error;
  }
}
