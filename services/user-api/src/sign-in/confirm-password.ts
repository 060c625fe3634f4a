import { ApiError } from '@latchkey/errors';
import type { Account } from '../account/account.ts';
import { hashDevice } from '../device/known-device.ts';
import { errors } from '../errors.ts';
import { logFailure } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { withBudgets } from './attempt-budgets.ts';
import { checkPassword } from './check-password.ts';
import { accountName } from './find-account.ts';
import type { SignInPorts } from './ports.ts';

export type ConfirmPorts = Pick<
  SignInPorts,
  'accounts' | 'devices' | 'networkOf' | 'newId' | 'now' | 'passwords' | 'requestLog' | 'throttle'
>;

/** What somebody who is signed in shows once more. */
export interface ShownPassword {
  readonly 'auth.pass'?: string;
  /** Tells a known device, as at a login. */
  readonly 'auth.fingerprint'?: string;
}

/**
 * Asks the current password of somebody who is signed in already, under the same budgets as a login. A failure gets
 * its row in the request log. Throws missing_field, throttled, overloaded, invalid_credentials.
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
      await budgets.takeAccount({ account, throttleName: accountName(account) }, ip, device);
      await checkPassword(ports, account, password);
      await budgets.settle();
    }),
  );
}
