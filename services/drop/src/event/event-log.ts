/** One row of the log of what happened to drops; holds no payload and no key. Source: contract part 3 "Cost at size". */
export interface LoggedEvent {
  readonly at: string;
  readonly drop_id: string;
  readonly owner: string;
  /** reserved, stored, activated, consumed, revoked, deleted, expired, removed or denied. */
  readonly event: string;
  /** Principal id, `anonymous`, or `system`. */
  readonly actor: string;
  readonly request_id: string | null;
  /** Code of a refusal. */
  readonly reason: string | null;
}

/** Where a follower stands, opaque to it. */
export interface EventPosition {
  readonly tx: string;
  readonly id: string;
}

export interface EventLog {
  /** After the last event that is there now, or before the first. */
  position(from: 'start' | 'end'): Promise<EventPosition>;
  /** Events after a position, in order, none ever missing from before them; at most `limit`. */
  readAfter(
    position: EventPosition,
    limit: number,
  ): Promise<{ events: readonly LoggedEvent[]; position: EventPosition }>;
}
