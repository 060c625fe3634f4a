/** Codes of user-api and drop, and of faults that every service shares, with their HTTP statuses. */
const generalStatuses = {
  malformed_request: 400,
  malformed_body: 400,
  too_deep: 400,
  invalid_type: 400,
  missing_field: 400,
  ambiguous_parameter: 400,
  invalid_page_number: 400,
  invalid_offset: 400,
  invalid_cursor: 400,
  invalid_filter: 400,
  invalid_value: 400,
  invalid_payload_format: 400,
  invalid_ttl: 400,
  invalid_expiry: 400,
  missing_payload: 400,
  missing_key: 400,
  payload_conflict: 400,
  invalid_credentials: 401,
  mfa_required: 401,
  password_change_required: 403,
  fresh_code_required: 403,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  session_revoked: 401,
  binding_required: 401,
  payload_invalid: 401,
  forbidden: 403,
  payload_mismatch: 403,
  connection_not_allowed: 403,
  owner_required: 403,
  invalid_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_exists: 409,
  address_unverified: 409,
  state_conflict: 409,
  not_active: 409,
  expired: 410,
  too_large: 413,
  too_many_parameters: 413,
  unsupported_media_type: 415,
  unsupported_charset: 415,
  unsupported_encoding: 415,
  expectation_failed: 417,
  headers_too_large: 431,
  quota_exceeded: 403,
  attempts_limited: 429,
  throttled: 429,
  internal: 500,
  upstream_unavailable: 503,
  overloaded: 503,
  outcome_unknown: 503,
} as const;

/** Codes that leave sso as they are (RFC 6749 5.2, RFC 6750 3.1, RFC 8628 3.5, RFC 8707, RFC 9449). */
const oauthStatuses = {
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  invalid_grant: 400,
  invalid_client: 401,
  invalid_request: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
  temporarily_unavailable: 503,
  server_error: 500,
  csrf_failed: 403,
} as const;

type GeneralCode = keyof typeof generalStatuses;
export type ErrorCode = GeneralCode | keyof typeof oauthStatuses;
export const generalCodes = Object.keys(generalStatuses) as GeneralCode[];

const statuses: Readonly<Record<ErrorCode, number>> = { ...generalStatuses, ...oauthStatuses };

/** The one table of HTTP statuses. Source: contract part 0 "Envelope". */
export function httpStatus(code: ErrorCode): number {
  return statuses[code];
}
