import type { UserApi } from '../sibling/user-api.ts';

/**
 * One row of the log of what happened to drops and of what operators read. It holds no payload and no key. Source: contract
 * part 3 "Cost at size".
 */
export interface LoggedEvent {
  readonly at: string;
  /** Empty for a list. */
  readonly drop_id: string;
  readonly owner: string;
  /** reserved, stored, activated, filled, consumed, revoked, deleted, expired, removed, denied, read or listed. */
  readonly event: string;
  /** Principal id, `anonymous`, or `system`. */
  readonly actor: string;
  /** X-Request-Id of the answer. */
  readonly request_id: string | null;
  /** The X-Request-Id that the request came with. */
  readonly caller_request_id: string | null;
  /** Code of a refusal; for a list its filters and its number of rows. */
  readonly reason: string | null;
}

/** How far a follower has read; opaque to the follower. */
export interface EventPosition {
  readonly tx: string;
  readonly id: string;
}

export interface EventLog {
  /** The position before the first event, or after the last one. */
  position(from: 'start' | 'end'): Promise<EventPosition>;
  /** At most `limit` events after a position, in order and without a gap: no earlier event appears afterwards. */
  readAfter(
    position: EventPosition,
    limit: number,
  ): Promise<{ events: readonly LoggedEvent[]; position: EventPosition }>;
}

/**
 * Hands user-api what happened to drops, each event at least once, as replicas may send the same. How many events it went
 * through. Rejects as `send` does; the next call continues. Source: contract part 3 "What user-api hears".
 */
export type HandOver = (send: UserApi['logDropEvents']) => Promise<number>;
