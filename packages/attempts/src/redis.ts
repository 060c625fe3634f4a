export { attemptActs, createRedisAttempts } from './redis-attempts.ts';
export { createAttemptsWithFallback } from './with-fallback.ts';
