import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { findAccount, type AccountStore } from './account-store.ts';
import type { Account } from './account.ts';

/**
 * The account that an operator wants to change. An admin may change users, a root may change everybody, and nobody may
 * change their own account. `field` of the request names it. Throws not_found or forbidden.
 */
export async function findManageable(
  accounts: AccountStore,
  operator: Account,
  userId: string,
  field = 'user_id',
): Promise<Account> {
  const account = await findAccount(accounts, userId);
  if (account === undefined) throw new ApiError(errors.notFound, { field });
  const mayManage = account.id !== operator.id && (operator.kind === 'root' || account.kind === 'user');
  if (!mayManage) throw new ApiError(errors.forbidden, { field });
  return account;
}
