import { ApiError } from '@latchkey/errors';
import type { RelayPurpose } from '@latchkey/tokens';
import { foldEmail, isUuid, type AccountStore } from '../account/account.ts';
import type { BindingFields } from '../attempt/binding.ts';
import { accountName, type Subject } from '../attempt/budgets.ts';
import type { PayloadFields } from '../attempt/payload.ts';
import { errors } from '../errors.ts';
import type { Origin } from '../request-log/request-log.ts';

/** The fields that all login and root-session routes read. */
interface SignInFields extends PayloadFields {
  readonly 'auth.user'?: string;
  readonly 'auth.id'?: string;
  readonly 'auth.pass'?: string;
  readonly 'auth.code'?: string;
  readonly 'auth.org'?: string;
  readonly 'auth.client_id'?: string;
}

/** One request to sign in. */
export interface SignInAttempt {
  readonly purpose: RelayPurpose;
  /** Path of the route, which a DPoP proof is made for. */
  readonly path: string;
  readonly fields: SignInFields;
  readonly binding: BindingFields;
  readonly origin: Origin;
}

/** What the person has typed, its shape checked. */
export interface Credentials {
  readonly email: string | undefined;
  readonly userId: string | undefined;
  readonly password: string;
  readonly code: string;
  readonly org: string | undefined;
}

/** Throws missing_field; an empty password is a password, a wrong one. */
export function readCredentials(attempt: SignInAttempt): Credentials {
  const { 'auth.user': email = '', 'auth.id': userId = '', 'auth.pass': password } = attempt.fields;
  const { 'auth.code': code = '', 'auth.org': org = '' } = attempt.fields;
  if (email === '' && userId === '') throw new ApiError(errors.identifierMissing, { field: 'auth.user' });
  if (password === undefined) throw new ApiError(errors.fieldMissing, { field: 'auth.pass' });
  const isMember = attempt.purpose.startsWith('member_');
  if (isMember && org === '') throw new ApiError(errors.fieldMissing, { field: 'auth.org' });
  return {
    email: email === '' ? undefined : email,
    userId: userId === '' ? undefined : userId,
    password,
    code,
    org: isMember ? org : undefined,
  };
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
