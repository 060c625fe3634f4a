import { ApiError } from '@latchkey/contracts';

export const internalFault = { code: 'internal', message: 'Internal error' } as const;
export const unavailable = {
  code: 'upstream_unavailable',
  message: 'A dependency is not available',
} as const;

/** Seconds after which a caller may try again when a dependency is down. */
const retryAfterSeconds = 2;

/** Whether an error, or one that caused it, says that a dependency cannot serve for the moment. */
export type IsDependencyLost = (error: unknown) => boolean;

/**
 * Turns any thrown value into what the caller gets: an ApiError stays as it is, a lost dependency becomes a 503 with
 * Retry-After, and everything else becomes an internal error without details.
 */
export function toApiError(thrown: unknown, isLost: IsDependencyLost): ApiError {
  if (thrown instanceof ApiError) {
    const down = thrown.code === 'upstream_unavailable' || thrown.code === 'temporarily_unavailable';
    if (!down || thrown.retryAfterSeconds !== undefined) return thrown;
    return new ApiError(thrown.spec, { retryAfterSeconds, detail: thrown.detail, cause: thrown });
  }
  if (isLost(thrown)) return new ApiError(unavailable, { retryAfterSeconds, cause: thrown });
  return new ApiError(internalFault, { cause: thrown });
}
