import type { Standing } from './user-api.ts';

/** Whether an account is active and has not voided, as a new password does, what it was given at `sinceMs`. */
export function standsSince(standing: Standing | undefined, sinceMs: number): standing is Standing {
  return standing !== undefined && standing.isActive && sinceMs >= standing.tokensValidAfterMs;
}
