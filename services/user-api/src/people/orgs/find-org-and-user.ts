import { ApiError, foldEmail } from '@latchkey/contracts';
import { findAccount, type AccountStore } from '../../accounts/account-store.ts';
import type { Account } from '../../accounts/account.ts';
import { errors } from '../../errors.ts';
import type { Org, OrgStore } from './org.ts';

interface MemberFields {
  readonly org: string;
  readonly user_id?: string;
  readonly email?: string;
}

/** The org and the account that a request about a member names. Throws missing_field, ambiguous_parameter, not_found. */
export async function findOrgAndUser(
  ports: { readonly orgs: OrgStore; readonly accounts: AccountStore },
  fields: MemberFields,
): Promise<{ org: Org; account: Account }> {
  const { user_id: userId, email } = fields;
  if (userId === undefined && email === undefined)
    throw new ApiError(errors.memberMissing, { field: 'user_id' });
  if (userId !== undefined && email !== undefined) throw new ApiError(errors.memberTwice, { field: 'email' });
  const org = await ports.orgs.find(fields.org);
  if (org === undefined) throw new ApiError(errors.notFound, { field: 'org' });
  const account = await findUser(ports.accounts, userId, email);
  if (account === undefined || account.status === 'deleted')
    throw new ApiError(errors.notFound, { field: userId === undefined ? 'email' : 'user_id' });
  return { org, account };
}

async function findUser(
  accounts: AccountStore,
  userId?: string,
  email?: string,
): Promise<Account | undefined> {
  if (email !== undefined) return accounts.findByEmail(foldEmail(email));
  return userId === undefined ? undefined : findAccount(accounts, userId);
}
