/** Sessions that have ended, so that their tokens are refused before the database is asked. */
export interface Tombstones {
  add(sessionIds: readonly string[]): Promise<void>;
  has(sessionId: string): Promise<boolean>;
}

/** Longer than any access token lives. */
export const tombstoneSeconds = 3600;
