import type { ErrorCode } from '@latchkey/contracts';

/**
 * The one table of HTTP statuses: a code without a status does not compile, and no status number stands anywhere else.
 * Source: contract part 0 "Envelope", part 1 "Errors", part 3 "Messages".
 */
const statuses: Record<ErrorCode, number> = {
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
  quota_exceeded: 403,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
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
  attempts_limited: 429,
  throttled: 429,
  internal: 500,
  server_error: 500,
  upstream_unavailable: 503,
  overloaded: 503,
  temporarily_unavailable: 503,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  invalid_grant: 400,
  invalid_request: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
};

export const successStatus = 200;
/** Answer to a CORS preflight: no body. */
export const preflightStatus = 204;
/** Never sent. Log and metrics use it for a request whose sender closed the connection before the answer, as nginx does. */
export const senderLeftStatus = 499;
/** A redirect after a form was sent, so that a reload does not send it again. */
export const seeOtherStatus = 303;

export function httpStatus(code: ErrorCode): number {
  return statuses[code];
}

const proofFaults: ReadonlySet<ErrorCode> = new Set(['invalid_dpop_proof', 'use_dpop_nonce']);

/** A bad proof beside a token is a 401 (RFC 9449 7.1, 9); at OAuth's token endpoint it is a bad request (5, 8). */
export function envelopeStatus(code: ErrorCode): number {
  return proofFaults.has(code) ? statuses.invalid_token : statuses[code];
}
