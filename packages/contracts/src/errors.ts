import { httpStatus } from './http-status.ts';

/**
 * The machine codes of Latchkey, and the one error class that carries them. Pure: the domain may throw these.
 * Source: contract part 0 "Envelope", part 1 "Errors".
 */

/** Codes of user-api and drop, and of faults that every service shares. */
export const generalCodes = [
  'malformed_body',
  'too_deep',
  'invalid_type',
  'missing_field',
  'ambiguous_parameter',
  'invalid_page_number',
  'invalid_offset',
  'invalid_cursor',
  'invalid_filter',
  'invalid_value',
  'invalid_payload_format',
  'invalid_ttl',
  'invalid_expiry',
  'missing_payload',
  'missing_key',
  'payload_conflict',
  'invalid_credentials',
  'mfa_required',
  'password_change_required',
  'token_missing',
  'token_invalid',
  'token_expired',
  'session_revoked',
  'binding_required',
  'payload_invalid',
  'forbidden',
  'payload_mismatch',
  'connection_not_allowed',
  'owner_required',
  'invalid_key',
  'not_found',
  'method_not_allowed',
  'already_exists',
  'address_unverified',
  'state_conflict',
  'not_active',
  'expired',
  'too_large',
  'too_many_parameters',
  'unsupported_media_type',
  'unsupported_charset',
  'unsupported_encoding',
  'quota_exceeded',
  'attempts_limited',
  'throttled',
  'internal',
  'upstream_unavailable',
  'overloaded',
] as const;

/** Codes that leave sso as they are (RFC 6749 5.2, RFC 6750 3.1, RFC 8628 3.5, RFC 8707, RFC 9449). */
export const oauthCodes = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'invalid_token',
  'insufficient_scope',
  'invalid_dpop_proof',
  'use_dpop_nonce',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
  'temporarily_unavailable',
  'server_error',
  'csrf_failed',
] as const;

export type ErrorCode = (typeof generalCodes)[number] | (typeof oauthCodes)[number];

/** A failure a route may answer: its code and the sentence a caller reads. */
export interface ErrorSpec {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface ErrorDetails {
  /** The dotted request key at fault. */
  field?: string | undefined;
  /** Seconds until a retry can succeed; sent as Retry-After as well. */
  retryAfterSeconds?: number | undefined;
  /** Members added to the body of an OAuth error, such as `interval` (RFC 8628 3.5). */
  members?: Record<string, string | number> | undefined;
  /** Headers that belong to this failure, such as WWW-Authenticate. */
  headers?: Record<string, string> | undefined;
  /**
   * An internal sentence that says why, where one code has several causes. It is logged with the request and never
   * sent. It names what did not fit and holds no value that the caller sent.
   */
  detail?: string | undefined;
  cause?: unknown;
}

/** A failure that the caller may read. Anything else that is thrown is logged, and the caller gets a bland answer. */
export class ApiError extends Error {
  readonly spec: ErrorSpec;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly members: Record<string, string | number>;
  readonly headers: Record<string, string>;
  readonly detail: string | undefined;

  constructor(spec: ErrorSpec, details: ErrorDetails = {}) {
    super(spec.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ApiError';
    this.spec = spec;
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.members = details.members ?? {};
    this.headers = details.headers ?? {};
    this.detail = details.detail;
  }

  get code(): ErrorCode {
    return this.spec.code;
  }

  /** The HTTP status of the code. Express answers with it where no error handler does. */
  get status(): number {
    return httpStatus(this.code);
  }
}
