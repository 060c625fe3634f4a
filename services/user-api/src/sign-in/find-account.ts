import { ApiError } from '@latchkey/errors';
import { foldEmail, isUuid, type Account, type AccountStore } from '../account/account.ts';
import { errors } from '../errors.ts';
import type { Credentials } from './attempt.ts';

/** Whom an attempt is counted against: the account however it was named, else the folded name. */
export interface Subject {
  readonly account: Account | undefined;
  readonly throttleName: string;
}

/** What an account is counted by; the kind before it keeps it apart from what anybody may type as a name. */
export function accountName({ id }: Pick<Account, 'id'>): string {
  return `account:${id}`;
}

/**
 * Looks up who is named. Both names must be of one and the same account: anything else is one 400, so that a pair of
 * names tells nothing about either.
 */
export async function findSubject(accounts: AccountStore, credentials: Credentials): Promise<Subject> {
  const { email, userId } = credentials;
  const byEmail = email === undefined ? undefined : await accounts.findByEmail(foldEmail(email));
  const byId = userId === undefined || !isUuid(userId) ? undefined : await accounts.findById(userId);
  if (email !== undefined && userId !== undefined && (byEmail === undefined || byEmail.id !== byId?.id))
    throw new ApiError(errors.identifiersDiffer, { field: 'auth.id' });
  const account = byEmail ?? byId;
  const throttleName = account ? accountName(account) : `name:${foldEmail(email ?? userId ?? '')}`;
  return { account, throttleName };
}
