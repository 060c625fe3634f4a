import { errors } from '../../../../errors.ts';

/** What a caller shows again before a factor changes. */
export const factorFields = {
  'auth.pass': { type: 'string', description: 'Current password' },
  'auth.code': { type: 'string', minLength: 1, description: 'One-time code' },
} as const;

export const factorErrors = [errors.fieldMissing, errors.credentialsInvalid, errors.throttled];
