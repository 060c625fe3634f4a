/** That one client may call another, and for what. Source: contract part 2 "Owns". */
export interface Connection {
  readonly id: string;
  /** client_id of the caller. */
  readonly source: string;
  /** client_id of the called. */
  readonly target: string;
  readonly scopes: readonly string[];
}

export interface ConnectionStore {
  /**
   * The active connections of `source` whose two clients are active and not archived, by target; only the one to
   * `target` where that is given.
   */
  findActive(source: string, target?: string): Promise<Connection[]>;
  /** Notes a verification, at most once a minute. */
  noteVerified(connectionId: string, now: Date): Promise<void>;
}

/** Writing every verification would make a read a write; a minute is exact enough to be shown. */
export const noteIntervalSeconds = 60;
