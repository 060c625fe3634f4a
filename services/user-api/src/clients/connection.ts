import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { LogEntry } from '../request-log/request-log.ts';
import { owns, type OwnerScope } from './client.ts';
import type { NewConnection } from './connection-limits.ts';

/** The right of one client to call another. Source: contract part 2 "Owns". */
export interface Connection {
  readonly id: string;
  /** client_id of the caller. */
  readonly source: string;
  /** client_id of the called client. */
  readonly target: string;
  readonly scopes: readonly string[];
}

/** A requested one has no effect until who manages the target accepts it. */
type ConnectionStatus = 'requested' | 'active' | 'removed';

/** After this time nobody can accept a request any more. */
export const requestLifeMs = 30 * 24 * 3600 * 1000;

/** A connection with all that a list shows of it, whoever looks. */
export interface ListedConnection extends Connection {
  readonly sourceName: string;
  readonly targetName: string;
  /** The user or org that owns the source, which never changes. */
  readonly sourceOwnerId: string | null;
  readonly status: ConnectionStatus;
  readonly createdAt: Date;
  readonly lastVerifiedAt: Date | null;
}

export interface ConnectionFilters {
  /** Either end. */
  readonly clientId?: string | undefined;
  /** out: the source is the caller's; in: the target is. One with two ends of the caller's is both. */
  readonly direction?: 'out' | 'in' | undefined;
  readonly status?: ListedConnection['status'] | undefined;
  /** A literal part of the name or of the client_id of either end, in any case. */
  readonly search?: string | undefined;
}

export interface ConnectionStore {
  /**
   * The active connections of `source` whose two clients are not closed, by target; only the one to
   * `target` where that is given.
   */
  findActive(source: string, target?: string): Promise<Connection[]>;
  /** Records a verification, at most once a minute. */
  noteVerified(connectionId: string, now: Date): Promise<void>;
  /**
   * Stores a connection and the log row, whose time is its beginning; a removed or requested one of the same pair becomes
   * it. False, and nothing is written, for a pair that is active. Throws quota_exceeded beyond `limits`.
   */
  connect(connection: Connection, row: LogEntry, as?: NewConnection): Promise<boolean>;
  /** What is requested for a pair and can still be accepted at `now`. */
  findRequested(source: string, target: string, now: Date): Promise<readonly string[] | undefined>;
  /**
   * Makes a request active, with these of its scopes, and writes the log row; false, and nothing is written, where they
   * are not requested.
   */
  accept(ends: Omit<Connection, 'id'>, row: LogEntry): Promise<boolean>;
  /** Ends a connection or a request and writes the log row; false, and nothing is written, where there is none. */
  disconnect(source: string, target: string, row: LogEntry): Promise<boolean>;
  /** Those with an end of an owner in `scope`, each once. */
  search(scope: OwnerScope, filters: ConnectionFilters, plan: PagePlan): Promise<PageSlice<ListedConnection>>;
}

/**
 * The direction of a connection as the owners of `scope` see it: what the filter says, else `out` where the source is
 * theirs.
 */
export function directionOf(
  { sourceOwnerId }: Pick<ListedConnection, 'sourceOwnerId'>,
  scope: OwnerScope,
  { direction }: ConnectionFilters,
): 'out' | 'in' {
  return direction ?? (owns(scope, sourceOwnerId) ? 'out' : 'in');
}
