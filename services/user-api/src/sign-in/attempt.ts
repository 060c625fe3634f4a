import { ApiError } from '@latchkey/errors';
import type { RelayPurpose } from '@latchkey/tokens';
import type { BindingFields } from '../binding/verify-binding.ts';
import { errors } from '../errors.ts';
import type { PayloadFields } from '../payload/payload.ts';
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
