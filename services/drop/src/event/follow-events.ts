import type { EventLog, LoggedEvent } from './event-log.ts';

export interface FollowOptions {
  readonly from: 'start' | 'end';
  readonly write: (event: LoggedEvent) => Promise<void> | void;
  /** Called when everything has been read: waits a moment, then answers whether to continue. */
  readonly wait: () => Promise<boolean>;
}

const batch = 500;

/** Hands every event over once, in order, until `wait` answers false. */
export async function followEvents(log: EventLog, { from, write, wait }: FollowOptions): Promise<void> {
  let position = await log.position(from);
  for (;;) {
    const read = await log.readAfter(position, batch);
    for (const event of read.events) await write(event);
    position = read.position;
    if (read.events.length < batch && !(await wait())) return;
  }
}
