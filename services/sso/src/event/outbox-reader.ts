/** An event as a reader gets it; `id` grows, though not without gaps. */
export interface DeliveredEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: unknown;
}

/** The outbox from its reading end. */
export interface OutboxReader {
  /**
   * Hands the oldest events that were not delivered yet to `write`, in order, and notes them as delivered once that
   * resolves: each at least once, and again when `write` or the process fails before. How many; undefined while
   * another reader is at it.
   */
  deliver(
    limit: number,
    nowMs: number,
    write: (events: readonly DeliveredEvent[]) => Promise<void>,
  ): Promise<number | undefined>;
}

export interface FollowOptions {
  readonly now: () => number;
  readonly write: (events: readonly DeliveredEvent[]) => Promise<void>;
  /** Asked when everything has been read, or another reader is at it: waits a moment and answers true to go on. */
  readonly wait: () => Promise<boolean>;
}

const batch = 200;

/** Delivers events until `wait` answers false. */
export async function followOutbox(reader: OutboxReader, { now, write, wait }: FollowOptions): Promise<void> {
  for (;;) {
    const delivered = await reader.deliver(batch, now(), write);
    if ((delivered ?? 0) < batch && !(await wait())) return;
  }
}
