/** The codes of this library itself. */
type OwnCode =
  | 'no_answer'
  | 'no_session'
  | 'session_ended'
  | 'store_failed'
  | 'already_followed'
  | 'confirmation_needed'
  | 'foreign_page'
  | 'invalid_link'
  | 'missing_key'
  | 'not_configured';

/** A code of this library, or one of a service (RFC 6749 5.2, contract part 0 "Envelope"); an editor completes the usual ones. */
export type FailureCode =
  | OwnCode
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_key'
  | 'invalid_scope'
  | 'insufficient_scope'
  | 'not_active'
  | 'not_found'
  | 'outcome_unknown'
  | 'state_conflict'
  | 'throttled'
  | (string & {});

/** Why a session is over. */
export type EndReason = 'invalid_grant' | 'answer_lost' | 'expired' | 'signed_out' | (string & {});

/** What an answer says about a failure, beside its code. */
export interface FailureDetails {
  /** The dotted request key at fault. */
  readonly field?: string | undefined;
  /** Seconds to wait before the next try. */
  readonly retryAfter?: number | undefined;
  /** X-Request-Id of the answer, which the operators of the service find in their log. */
  readonly requestId?: string | undefined;
  /** Of `session_ended`: why the session is over. */
  readonly reason?: EndReason | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of this library. `code` is one of its own, or the service's (the codes of OAuth, and of user-api and
 * drop).
 */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError';
  readonly code: FailureCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly reason: EndReason | undefined;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.requestId = details.requestId;
    this.reason = details.reason;
  }
}

/** What the headers of an answer say about a failure. Retry-After is read as seconds or as a date (RFC 9110 10.2.3). */
export function readFailureHeaders(headers: Headers, nowMs: number): FailureDetails {
  const later = headers.get('retry-after');
  const seconds = later === null || later.trim() === '' ? Number.NaN : Number(later);
  const untilDate = later === null ? Number.NaN : Math.ceil((Date.parse(later) - nowMs) / 1000);
  const retryAfter = Number.isNaN(seconds) ? untilDate : seconds;
  return {
    retryAfter: Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
  };
}
