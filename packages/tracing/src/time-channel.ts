import { tracingChannel } from 'node:diagnostics_channel';

/** What has ended on a channel: its message, how long it took, and whether it failed. */
export interface Timed<Message> {
  readonly message: Message;
  readonly seconds: number;
  readonly failed: boolean;
}

/** Calls `observe` with each act on a channel that has ended. Acts overlap, so each is known by its message. */
export function timeChannel<Message extends object>(
  name: string,
  observe: (timed: Timed<Message>) => void,
  monotonicMs: () => number = () => performance.now(),
): void {
  const startedMs = new WeakMap<object, number>();
  const failed = new WeakSet<object>();
  tracingChannel(name).subscribe({
    start: (message) => void startedMs.set(message, monotonicMs()),
    error: (message) => void failed.add(message),
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd(message) {
      const since = startedMs.get(message);
      if (since === undefined) return;
      const seconds = (monotonicMs() - since) / 1000;
      observe({ message: message as Message, seconds, failed: failed.has(message) });
    },
  });
}
