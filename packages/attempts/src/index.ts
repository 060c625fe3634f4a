export type { Attempts, Budget, Counter } from './attempts.ts';
export { createProcessAttempts } from './process-attempts.ts';
