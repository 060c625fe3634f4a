import { errors } from '../../../../errors.ts';
import { passwordField } from '../../../../password/passwords.ts';

/** What a caller shows again before a factor changes. */
export const factorFields = {
  'auth.pass': { ...passwordField, description: 'Current password' },
  'auth.code': { type: 'string', minLength: 1, description: 'One-time code' },
} as const;

export const factorErrors = [errors.fieldMissing, errors.credentialsInvalid, errors.throttled];
