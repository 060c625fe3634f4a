import { payloadFields } from '../../access/payload-access.ts';
import { errors } from '../../errors.ts';
import { sessionSchema, tokenProperties } from './answers.ts';

const text = { type: 'string' } as const;

/** The fields that an exchange reads. Source: requirement 2 "Authentication request fields". */
export const exchangeFields = {
  ...payloadFields,
  'auth.token': { ...text, description: 'Root token, or access token of a session' },
  'auth.method': { ...text, description: 'How the subject was authenticated; equal to the payload’s' },
  'auth.dpop': { ...text, description: 'DPoP proof with the hash of auth.token; dpop is taken as well' },
  'auth.htu': { ...text, description: 'Address that the proof was made for; htu is taken as well' },
  'auth.fingerprint': {
    ...text,
    description: 'Device that the token is bound to; fingerprint is taken as well',
  },
  'auth.client_id': { ...text, description: 'When sent, it must be the client of the payload' },
  dpop: text,
  htu: text,
  fingerprint: text,
} as const;

export const exchangeProperties = { ...tokenProperties, scope: text, session: sessionSchema } as const;

export const exchangeRequired = [
  'token_use',
  'token_type',
  'access_token',
  'expires_in',
  'scope',
  'session',
] as const;

/** What an exchange can be refused with, beside its payload. */
export const exchangeErrors = [
  errors.fieldMissing,
  errors.bindingsDiffer,
  errors.tokenInvalid,
  errors.bindingRequired,
  errors.proofInvalid,
];
