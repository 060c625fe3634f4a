import { systemClock } from './settings.ts';

const soon = () => new Promise<string>((resolve) => void setTimeout(resolve, 20, 'waits'));

test('a wait that is longer than a timer can be does not end at once', async () => {
  const stop = new AbortController();
  const waiting = systemClock.wait(2 ** 31, stop.signal);
  expect(await Promise.race([waiting, soon()])).toBe('waits');
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('an abort before a wait ends it with its reason', async () => {
  const reason = new Error('enough');
  await expect(systemClock.wait(1, AbortSignal.abort(reason))).rejects.toBe(reason);
});
