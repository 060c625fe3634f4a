import { waitOnClock } from './terminal.ts';

const soon = () => new Promise<string>((resolve) => void setTimeout(resolve, 20, 'waits'));

test('a wait that is longer than a timer can be does not end at once', async () => {
  const stop = new AbortController();
  const waiting = waitOnClock(2 ** 31, stop.signal);
  expect(await Promise.race([waiting, soon()])).toBe('waits');
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
