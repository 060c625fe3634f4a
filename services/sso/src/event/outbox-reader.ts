/** An event as a reader receives it. `id` increases, with gaps. */
export interface DeliveredEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: unknown;
}

export interface OutboxReader {
  /**
   * Passes up to `limit` undelivered events to `write`, oldest first, and marks them as delivered when it resolves. If
   * `write` or the process fails before that, they are delivered again: at least once. Returns how many were delivered;
   * undefined while another reader is working.
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
  /** Called when nothing is left or another reader is working. Waits a moment; true to continue, false to stop. */
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
