import { errors } from '../../errors.ts';

const text = { type: 'string' } as const;

/** The fields in which a person says who they are. */
export const credentialFields = {
  'auth.user': { ...text, description: 'Email address' },
  'auth.id': { ...text, description: 'User id; beside or instead of auth.user' },
  'auth.pass': { ...text, description: 'Password' },
  'auth.code': { ...text, description: 'One-time code, where the account has one' },
  'auth.client_id': { ...text, description: 'When sent, it must be the client of the payload' },
} as const;

/** Member routes read it as well. */
export const orgField = {
  'auth.org': { ...text, description: 'Slug or id of the org; equal to the payload’s' },
} as const;

/** Root-session routes read these bare fields. Source: requirement 2 "Authentication request fields". */
export const bareBindingFields = {
  dpop: { ...text, description: 'DPoP proof that binds the session to its key' },
  htu: { ...text, description: 'Address that the proof was made for' },
  fingerprint: { ...text, description: 'Binds the session to a device' },
} as const;

/** What signing in can be refused with, beside its payload. */
export const signInErrors = [
  errors.identifierMissing,
  errors.fieldMissing,
  errors.identifiersDiffer,
  errors.credentialsInvalid,
  errors.mfaRequired,
  errors.proofInvalid,
];
