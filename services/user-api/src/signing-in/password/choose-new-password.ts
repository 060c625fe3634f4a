import { ApiError } from '@latchkey/contracts';
import type { NewPassword } from '../../accounts/account-store.ts';
import type { Account } from '../../accounts/account.ts';
import { errors } from '../../errors.ts';
import { createEntry, type EntryPorts } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { assertNewPassword, isSamePassword, refusePassword } from './assert-new-password.ts';
import type { Hashing, Passwords } from './passwords.ts';

/** The field of a sign-in that holds it. */
const field = 'new_password';

/**
 * What a sign-in sets instead of a password that must be changed; undefined for every other account, whose new_password
 * is not read. Called after password and code were right. Throws password_change_required without a new one, and
 * invalid_value. Source: contract part 2 "Passwords, codes, throttling".
 */
export async function chooseNewPassword(
  ports: EntryPorts & {
    readonly passwords: Pick<Passwords, 'minLength' | 'houseName'>;
    readonly hashing: Hashing;
  },
  account: Account,
  typed: { readonly password: string; readonly newPassword: string },
  origin: Origin,
): Promise<NewPassword | undefined> {
  const { firstPasswordUntil, passwordHash: oldHash } = account;
  if (firstPasswordUntil === null || oldHash === null) return undefined;
  const { newPassword } = typed;
  const wanted = { field, rules: ports.passwords };
  const about = { least: String(ports.passwords.minLength) };
  if (newPassword === '') throw new ApiError(errors.passwordChangeRequired, { field, about });
  assertNewPassword(newPassword, { ...wanted, owner: account });
  if (isSamePassword(newPassword, typed.password)) throw refusePassword('same', wanted);
  const hash = await ports.hashing.hash(newPassword);
  return { hash, oldHash, row: createEntry(ports, { event: 'password.change', userId: account.id }, origin) };
}
