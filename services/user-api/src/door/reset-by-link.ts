import { ApiError } from '@latchkey/contracts';
import { ssoClientId } from '@latchkey/tokens';
import type { AccountStore } from '../account/account-store.ts';
import { isOperator, type Account } from '../account/account.ts';
import { keepNone } from '../account/voiding.ts';
import { accountName, clearAccountBudget } from '../attempt/counters.ts';
import { onDevice, type KnownDeviceStore } from '../attempt/known-device.ts';
import { assertInTime, errors } from '../errors.ts';
import type { LinkStore, OpenLink } from '../link/link-store.ts';
import { assertNewPassword } from '../password/assert-new-password.ts';
import type { Passwords } from '../password/passwords.ts';
import { createEntry, logFailure, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { announceVoiding, type EndSignInsPorts } from '../session/end-sessions.ts';
import { checkOneTimeCode, type CodePorts } from '../totp/check-code.ts';
import { findLink, type FindLinkPorts } from './find-link.ts';
import { openBrowser, type BrowserPorts } from './open-browser.ts';
import type { SignedInByLink } from './sign-up-by-link.ts';

interface ResetPorts extends FindLinkPorts, BrowserPorts, EndSignInsPorts, LogPorts, CodePorts {
  readonly accounts: CodePorts['accounts'] & Pick<AccountStore, 'findById'>;
  readonly links: Pick<LinkStore, 'find' | 'reset'>;
  readonly passwords: Passwords;
  readonly devices: KnownDeviceStore;
}

interface ResetForm {
  readonly token: string;
  readonly newPassword: string;
  readonly code: string;
}

/**
 * Gives the account of a link a new password, with a one-time code where it has them, and signs its browser in, as one
 * act that ends all that a change of the password ends. Throws not_found, invalid_value, mfa_required,
 * invalid_credentials, throttled, overloaded, state_conflict. Source: contract part 2 "Links".
 */
export async function resetByLink(
  ports: ResetPorts,
  { token, newPassword, code }: ResetForm,
  origin: Origin,
): Promise<SignedInByLink> {
  const link = await findLink(ports, token, 'reset');
  const account = await findResettable(ports, link);
  const userId = account.id;
  const { minLength } = ports.passwords;
  assertNewPassword(newPassword, { field: 'new_password', minLength, owner: account });
  if (account.totpSecret !== null && code === '') throw new ApiError(errors.mfaRequired, { field: 'code' });
  if (await ports.passwords.verify(account, newPassword))
    throw new ApiError(errors.passwordSame, { field: 'new_password' });
  const passwordHash = await ports.passwords.hash(newPassword);
  const hasCodes = account.totpSecret !== null;
  const browser = openBrowser(ports, { userId, amr: hasCodes ? ['password', 'totp'] : ['password'] }, origin);
  const trust = onDevice(ports, account, browser.deviceHash);
  const check = { event: 'account.totp_check', method: 'totp', userId } as const;
  const totpStep = await logFailure(ports, check, origin, () =>
    checkOneTimeCode(ports, account, code, trust),
  );
  await clearLockOuts(ports, account, origin);
  const changed = { event: 'password.change', userId, details: { by: 'link' } } as const;
  const method = hasCodes ? ('password+totp' as const) : ('password' as const);
  const opened = { event: 'user.root_session', userId, method, clientId: ssoClientId } as const;
  const rows = { change: createEntry(ports, changed, origin), signIn: createEntry(ports, opened, origin) };
  assertInTime(origin);
  const { ended, ...done } = await ports.links.reset({
    link,
    account,
    passwordHash,
    totpStep,
    ...browser,
    rows,
  });
  const { traceparent } = origin;
  await announceVoiding(ports, { userId, reason: 'user', kept: keepNone, traceparent }, ended);
  return { account: done.account, browser };
}

/** The account of a link. Who reads an operator's mail must not have the installation without a one-time code. */
async function findResettable({ accounts }: ResetPorts, { userId }: OpenLink): Promise<Account> {
  const account = userId === null ? undefined : await accounts.findById(userId);
  const isMeant = account?.status === 'active' && account.emailVerifiedAt !== null;
  if (!isMeant || (isOperator(account) && account.totpSecret === null))
    throw new ApiError(errors.notFound, { field: 'token' });
  return account;
}

/** Before the act: when this fails, nothing has changed. */
async function clearLockOuts(ports: ResetPorts, account: Account, { ip }: Origin): Promise<void> {
  await clearAccountBudget(ports, account);
  const here = ports.counterOf('accountAndNetwork', accountName(account), ports.networkOf(ip));
  await ports.attempts.clear([here]);
}
