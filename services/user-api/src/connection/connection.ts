/** The right of one client to call another. Source: contract part 2 "Owns". */
export interface Connection {
  readonly id: string;
  /** client_id of the caller. */
  readonly source: string;
  /** client_id of the called client. */
  readonly target: string;
  readonly scopes: readonly string[];
}

export interface ConnectionStore {
  /**
   * The active connections of `source` whose two clients are active and not archived, by target; only the one to
   * `target` where that is given.
   */
  findActive(source: string, target?: string): Promise<Connection[]>;
  /** Records a verification, at most once a minute. */
  noteVerified(connectionId: string, now: Date): Promise<void>;
}
