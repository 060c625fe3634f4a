import { ApiError, foldEmail, text, type InferFields } from '@latchkey/contracts';
import type { Account } from '../accounts/account.ts';
import { errors, missing } from '../errors.ts';
import { accountName, type Subject } from './attempt/counters.ts';
import type { PayloadFields } from './attempt/payload.ts';
import { passwordField } from './password/passwords.ts';

/** The fields in which a person says who they are. */
export const credentialFields = {
  'auth.user': { ...text, description: 'Email address', examples: ['ada@example.com'] },
  'auth.id': { ...text, description: 'User id, with auth.user or instead of it' },
  'auth.pass': { ...passwordField, description: 'Password' },
  'auth.code': { ...text, description: 'One-time or recovery code, where the account has them' },
  new_password: { ...text, description: 'Read only when the password must be changed: the new one' },
  'auth.client_id': { ...text, description: 'When sent, it must be the client of the payload' },
} as const;

/** Member routes read this field too. */
export const orgField = {
  'auth.org': {
    ...text,
    description: 'Slug or id of the org; equal to the payload’s',
    examples: ['riverside-lab'],
  },
} as const;

export type CredentialFields = PayloadFields &
  InferFields<{ properties: typeof credentialFields & typeof orgField }>;

/** What the person has typed, its shape checked. */
export interface Credentials {
  readonly email: string | undefined;
  readonly userId: string | undefined;
  readonly password: string;
  readonly code: string;
  /** Empty when none was sent. */
  readonly newPassword: string;
  /** Slug or id of the org, only at a member's sign-in. */
  readonly org: string | undefined;
}

/** Throws missing_field. An empty password is not missing but wrong. */
export function readCredentials(fields: CredentialFields, isMember: boolean): Credentials {
  const email = fields['auth.user'] || undefined;
  const userId = fields['auth.id'] || undefined;
  const { 'auth.pass': password, 'auth.code': code = '', new_password: newPassword = '' } = fields;
  if (email === undefined && userId === undefined)
    throw new ApiError(errors.identifierMissing, { field: 'auth.user' });
  if (password === undefined) throw missing('auth.pass');
  const org = isMember ? requireOrg(fields) : undefined;
  return { email, userId, password, code, newPassword, org };
}

function requireOrg({ 'auth.org': org = '' }: CredentialFields): string {
  if (org === '') throw missing('auth.org');
  return org;
}

/**
 * Whom the credentials name, and the account that was found for them. An email and an id must name the same account: every
 * other pair gets one and the same 400, so that a pair of names reveals nothing about either of them.
 */
export function readSubject(
  account: Account | undefined,
  { email, userId }: Pick<Credentials, 'email' | 'userId'>,
): Subject {
  if (account === undefined && email !== undefined && userId !== undefined)
    throw new ApiError(errors.identifiersDiffer, { field: 'auth.id' });
  const name = email ?? userId ?? '';
  return { account, throttleName: account ? accountName(account) : `name:${foldEmail(name)}` };
}
