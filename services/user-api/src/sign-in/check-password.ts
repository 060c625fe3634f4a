import { ApiError } from '@latchkey/errors';
import type { Account, AccountStore } from '../account/account.ts';
import { errors } from '../errors.ts';
import type { Passwords } from '../password/passwords.ts';

interface PasswordPorts {
  readonly passwords: Passwords;
  readonly accounts: AccountStore;
}

/**
 * One verification, of the account's hash or of the decoy, so that known, unknown, disabled and password-less
 * accounts cost and answer alike. Throws invalid_credentials, or overloaded before any work.
 */
export async function checkPassword(
  ports: PasswordPorts,
  account: Account | undefined,
  password: string,
): Promise<Account> {
  const phc = account?.status === 'active' ? account.passwordHash : null;
  const isRight = await ports.passwords.verify(phc, password);
  if (!isRight || account === undefined) throw new ApiError(errors.credentialsInvalid);
  return account;
}

/**
 * Stores a hash of today's cost once the password is known to be right; another time where the hash gate is full, as
 * the sign-in need not wait for it.
 */
export async function refreshHash(ports: PasswordPorts, account: Account, password: string): Promise<void> {
  const { passwordHash } = account;
  if (passwordHash === null || !ports.passwords.isOutdated(passwordHash)) return;
  try {
    await ports.accounts.replacePasswordHash(account.id, passwordHash, await ports.passwords.hash(password));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'overloaded')) throw error;
  }
}
