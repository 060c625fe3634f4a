import type { ErrorSpec } from '@latchkey/errors';

/** The exact sentences of this service. Source: contract part 0 "Envelope", part 2. */
export const errors = {
  payloadInvalid: {
    code: 'payload_invalid',
    message: 'A relay or deadDrop payload that is good is required',
  },
  payloadConflict: { code: 'payload_conflict', message: 'Send either relay or deadDrop, not both' },
  payloadMismatch: { code: 'payload_mismatch', message: 'The payload is not for this request' },
  identifierMissing: { code: 'missing_field', message: 'auth.user or auth.id is required' },
  fieldMissing: { code: 'missing_field', message: 'A required field is missing' },
  identifiersDiffer: { code: 'ambiguous_parameter', message: 'auth.user and auth.id name different users' },
  bindingsDiffer: { code: 'ambiguous_parameter', message: 'A binding field is given twice with two values' },
  credentialsInvalid: { code: 'invalid_credentials', message: 'The credentials are not valid' },
  mfaRequired: { code: 'mfa_required', message: 'A one-time code is required in auth.code' },
  throttled: { code: 'throttled', message: 'Too many attempts; try again later' },
  overloaded: { code: 'overloaded', message: 'Too many sign-ins at once; try again shortly' },
  tokensDiffer: { code: 'ambiguous_parameter', message: 'auth.token and token are different' },
  tokenMissing: { code: 'token_missing', message: 'A token is required in auth.token or token' },
  tokenInvalid: { code: 'token_invalid', message: 'Token is invalid' },
  tokenExpired: { code: 'token_expired', message: 'Token has expired' },
  sessionRevoked: { code: 'session_revoked', message: 'The session of this token has ended' },
  bindingRequired: {
    code: 'binding_required',
    message: 'This token is bound; its proof or fingerprint is required',
  },
  proofInvalid: { code: 'invalid_dpop_proof', message: 'DPoP proof is invalid' },
  notOurSession: {
    code: 'state_conflict',
    message: 'This session is kept by sso; revoke it at /oauth/device/revoke',
  },
  forbidden: { code: 'forbidden', message: 'The caller may not do this' },
  serviceKeyInvalid: { code: 'token_invalid', message: 'The service master key is not valid' },
  filterInvalid: { code: 'invalid_filter', message: 'A filter has a value that it cannot take' },
  notFound: { code: 'not_found', message: 'There is no such record' },
  unavailable: { code: 'upstream_unavailable', message: 'A dependency is not available' },
} as const satisfies Record<string, ErrorSpec>;
