import { tracingChannel } from 'node:diagnostics_channel';
import { timeChannel, type Timed } from './time-channel.ts';

test('acts that overlap are timed each on its own, and a failed one is said to have failed', async () => {
  const channel = tracingChannel<unknown, { name: string }>('latchkey:test');
  const seen: Timed<{ name: string }>[] = [];
  let nowMs = 0;
  timeChannel<{ name: string }>(
    'latchkey:test',
    (timed) => void seen.push(timed),
    () => nowMs,
  );
  const slow = Promise.withResolvers<void>();
  const first = channel.tracePromise(() => slow.promise, { name: 'slow' });
  nowMs = 1000;
  const second = channel.tracePromise(() => Promise.reject(new Error('lost')), { name: 'lost' });
  await expect(second).rejects.toThrow('lost');
  nowMs = 3000;
  slow.resolve();
  await first;
  expect(seen.map(({ message, seconds, failed }) => [message.name, seconds, failed])).toEqual([
    ['lost', 0, true],
    ['slow', 3, false],
  ]);
});
