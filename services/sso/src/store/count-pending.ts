import type { Database } from './database.ts';

/** How many device authorizations wait for a decision and have time left. */
export function countPending(database: Database, nowMs: number): Promise<number> {
  return database.deviceAuthorization.count({
    where: { state: 'pending', expiresAt: { gt: new Date(nowMs) } },
  });
}
