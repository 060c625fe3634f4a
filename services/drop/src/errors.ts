import type { ErrorCode, ErrorSpec } from '@latchkey/contracts';

/** The messages of drop, bound to codes. Source: requirement 3 "Errors", contract part 3 "Messages". */
export const errors = {
  keyMissing: { code: 'missing_key', message: 'Missing key' },
  payloadMissing: { code: 'missing_payload', message: 'Missing payload' },
  formatInvalid: { code: 'invalid_payload_format', message: 'Invalid payload_format' },
  ttlInvalid: { code: 'invalid_ttl', message: 'Invalid ttl' },
  expiryPast: { code: 'invalid_expiry', message: 'expires_at must be in the future' },
  expiryInvalid: { code: 'invalid_expiry', message: 'Invalid' },
  notFound: { code: 'not_found', message: 'Drop not found' },
  expired: { code: 'expired', message: 'Drop has expired' },
  notActive: { code: 'not_active', message: 'Drop is not active' },
  notReserved: { code: 'state_conflict', message: 'Only reserved drops may be activated' },
  notRevocable: { code: 'state_conflict', message: 'Only reserved or active drops may be revoked' },
  idTaken: { code: 'already_exists', message: 'Drop id already exists' },
  ownerRequired: { code: 'owner_required', message: 'Owner access required for this drop' },
  adminScopeMissing: { code: 'insufficient_scope', message: 'Admin access required' },
  adminRequired: { code: 'forbidden', message: 'Admin access required' },
  fieldMissing: { code: 'missing_field', message: 'Invalid' },
  typeInvalid: { code: 'invalid_type', message: 'Invalid' },
  valueInvalid: { code: 'invalid_value', message: 'Invalid' },
  filterInvalid: { code: 'invalid_filter', message: 'Invalid' },
  tokensDiffer: { code: 'ambiguous_parameter', message: 'Invalid' },
  tooLarge: { code: 'too_large', message: 'Invalid' },
  keyWrong: { code: 'invalid_key', message: 'Invalid' },
  attemptsLimited: { code: 'attempts_limited', message: 'Invalid' },
  quotaExceeded: { code: 'quota_exceeded', message: 'Invalid' },
  tokenRevoked: { code: 'session_revoked', message: 'The token was revoked' },
  overloaded: { code: 'overloaded', message: 'Too many passphrases are being checked' },
  outcomeUnknown: {
    code: 'outcome_unknown',
    message: 'Whether the drop was changed is not known: ask for its status',
  },
  csrfFailed: { code: 'csrf_failed', message: 'The form is not from this page' },
  throttled: { code: 'throttled', message: 'Too many drops were looked at from this network' },
  userApiAway: { code: 'upstream_unavailable', message: 'user-api is not available' },
  notifyRefused: { code: 'token_use', message: 'Invalid' },
  callerGone: { code: 'upstream_unavailable', message: 'The caller closed its connection' },
  pepperUnavailable: { code: 'upstream_unavailable', message: 'The key of this drop is not available' },
} as const satisfies Record<string, ErrorSpec>;

export const pageErrors = {
  pageNumber: { code: 'invalid_page_number', message: 'Invalid' },
  offset: { code: 'invalid_offset', message: 'Invalid' },
  cursor: { code: 'invalid_cursor', message: 'Invalid' },
} as const satisfies Record<string, ErrorSpec>;

const credentialCodes = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'session_revoked',
  'binding_required',
  'invalid_dpop_proof',
  'use_dpop_nonce',
] as const satisfies readonly ErrorCode[];

type CredentialCode = (typeof credentialCodes)[number];

/** The one message that a route answers for every missing or refused credential. */
export type CredentialSentence = 'Principal id is unavailable' | 'Authentication required';

export function isCredentialCode(code: ErrorCode): code is CredentialCode {
  return credentialCodes.some((listed) => listed === code);
}

/** A missing or refused credential, with the message of the route. */
export function credentialError(code: CredentialCode, message: CredentialSentence): ErrorSpec {
  return { code, message };
}

/** Every {@link credentialError}, and the failure of two different tokens, for a route's list of errors. */
export function credentialErrors(message: CredentialSentence): ErrorSpec[] {
  return [errors.tokensDiffer, ...credentialCodes.map((code) => credentialError(code, message))];
}

/** The failures of fields that a schema checks, for a route's list of errors. */
export const inputErrors: readonly ErrorSpec[] = [errors.typeInvalid, errors.valueInvalid];
