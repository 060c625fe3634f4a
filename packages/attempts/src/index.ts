/**
 * One way to count attempts: passwords, one-time codes, user codes, drop keys and requests. An attempt holds a slot before
 * its work, so parallel attempts cannot exceed a budget:
 *
 *     const waitMs = await attempts.hold([{ key: `code:${accountId}`, budget }], slot);
 *     if (waitMs > 0) throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
 *     // The work; then `keep` (it was wrong), `release` (it is not counted) or `clear` (a success forgets all).
 *
 * One call may hold several counters, all or none. In a Redis Cluster their keys must share a hash slot, such as
 * `{drop}:network` and `{drop}`. `createProcessAttempts` counts in the process, and `@latchkey/attempts/redis` for all
 * replicas; `createAttemptsWithFallback` counts in the process while Redis is down. See `Budget` for its settings.
 */
export type { Attempts, Budget, Counter } from './attempts.ts';
export { createProcessAttempts } from './process-attempts.ts';
