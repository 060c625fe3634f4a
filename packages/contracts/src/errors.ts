import { httpStatus, type ErrorCode } from './codes.ts';

/**
 * The one error class, which carries a machine code. Pure: the domain may throw it.
 * Source: contract part 0 "Envelope".
 */

/** A failure a route may answer: its code and the sentence a caller reads. */
export interface ErrorSpec {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface ErrorDetails {
  /** The dotted request key at fault. */
  field?: string | undefined;
  /** What stands in the way, such as {org: 'acme'}: names that the caller may know. */
  about?: Readonly<Record<string, string>> | undefined;
  /** Seconds until a retry can succeed; sent as Retry-After as well. */
  retryAfterSeconds?: number | undefined;
  /** Of a body that is too long: the bytes that the route takes. */
  limitBytes?: number | undefined;
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
  readonly about: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limitBytes: number | undefined;
  readonly members: Record<string, string | number>;
  readonly headers: Record<string, string>;
  readonly detail: string | undefined;

  constructor(spec: ErrorSpec, details: ErrorDetails = {}) {
    super(spec.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ApiError';
    this.spec = spec;
    this.field = details.field;
    this.about = details.about;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.limitBytes = details.limitBytes;
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
