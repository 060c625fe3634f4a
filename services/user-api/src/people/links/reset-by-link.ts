import { ApiError } from '@latchkey/contracts';
import { ssoClientId } from '@latchkey/tokens';
import type { AccountStore } from '../../accounts/account-store.ts';
import { isOperator, type Account } from '../../accounts/account.ts';
import type { Factor } from '../../accounts/factor.ts';
import { keepNone } from '../../accounts/voiding.ts';
import { assertInTime, errors } from '../../errors.ts';
import { createEntry, logFailure, type LogPorts } from '../../request-log/log-event.ts';
import { logMethods, type Origin } from '../../request-log/request-log.ts';
import { announceVoiding, type EndSignInsPorts } from '../../sessions/end-sessions.ts';
import { accountName, clearAccountBudget } from '../../signing-in/attempt/counters.ts';
import { onDevice, type KnownDeviceStore } from '../../signing-in/attempt/known-device.ts';
import { networkPlace, sharesOf } from '../../signing-in/attempt/place.ts';
import { assertNewPassword, refusePassword } from '../../signing-in/password/assert-new-password.ts';
import type { Passwords } from '../../signing-in/password/passwords.ts';
import { checkFactor, type CodePorts } from '../../signing-in/totp/check-code.ts';
import { findLink, holdTry, type FindLinkPorts } from './find-link.ts';
import type { LinkStore, OpenLink } from './link-store.ts';
import { deviceOf, openBrowser, type BrowserPorts } from './open-browser.ts';
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
  /** Whether the passkeys of the account stay. */
  readonly keepsPasskeys: boolean;
}

/**
 * Gives the account of a link a new password, with a one-time or recovery code where it has them, and signs its browser in, as one
 * act that ends all that a change of the password ends. Throws not_found, invalid_value, mfa_required,
 * invalid_credentials, throttled, overloaded, state_conflict. Source: contract part 2 "Links".
 */
export async function resetByLink(
  ports: ResetPorts,
  { token, newPassword, code, keepsPasskeys }: ResetForm,
  origin: Origin,
): Promise<SignedInByLink> {
  const link = await findLink(ports, token, 'reset');
  const account = await findResettable(ports, link);
  const userId = account.id;
  const wanted = { field: 'new_password', rules: ports.passwords };
  assertNewPassword(newPassword, { ...wanted, owner: account });
  if (account.totpSecret !== null && code.trim() === '')
    throw new ApiError(errors.mfaRequired, { field: 'code' });
  await holdTry(ports, userId);
  // Before the password, so that only who has the code learns whether a password is the present one.
  const factor = await checkCode(ports, account, code, origin);
  const hashing = ports.passwords.by(sharesOf(networkPlace(ports, origin.ip), accountName(account)));
  if (await hashing.verify(account, newPassword)) throw refusePassword('same', wanted);
  const passwordHash = await hashing.hash(newPassword);
  const amr = factor === undefined ? ['password'] : ['password', factor.kind];
  const browser = openBrowser(ports, { userId, amr }, origin);
  await clearLockOuts(ports, account, origin);
  const method = logMethods.find((one) => one === amr.join('+')) ?? 'password';
  const changed = { event: 'password.change', userId, details: { by: 'link' } } as const;
  const opened = { event: 'user.root_session', userId, method, clientId: ssoClientId } as const;
  const rows = { change: createEntry(ports, changed, origin), signIn: createEntry(ports, opened, origin) };
  assertInTime(origin);
  const endsPasskeys = keepsPasskeys
    ? undefined
    : createEntry(ports, { event: 'passkey.reset', userId }, origin);
  const act = { link, account, passwordHash, factor, ...browser, rows, endsPasskeys };
  const { ended, ...done } = await ports.links.reset(act);
  const { traceparent } = origin;
  await announceVoiding(ports, { userId, reason: 'user', kept: keepNone, traceparent }, ended);
  return { account: done.account, browser };
}

/** Checks the code of an account that has them. Logs a rejection. */
function checkCode(
  ports: ResetPorts,
  account: Account,
  code: string,
  origin: Origin,
): Promise<Factor | undefined> {
  const trust = onDevice(ports, account, deviceOf(ports, origin));
  // Who reads the person's mail has tries that nobody else can use up.
  const spot = { place: 'link', trust };
  const event = { event: 'account.totp_check', method: 'totp', userId: account.id } as const;
  return logFailure(ports, event, origin, () =>
    checkFactor(ports, account, { code, spot, where: origin, clientId: ssoClientId }),
  );
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
