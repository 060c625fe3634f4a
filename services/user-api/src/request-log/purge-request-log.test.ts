import { purgeRequestLog } from './purge-request-log.ts';

const now = () => Date.UTC(2026, 11, 1);

test('rejects when the store fails', async () => {
  const failure = new Error('gone');
  const purge = () => Promise.reject(failure);
  await expect(purgeRequestLog({ requestLog: { purge }, now })).rejects.toBe(failure);
});

test('removes what is older than 90 days and answers how many', async () => {
  const asked: Date[] = [];
  const purge = (before: Date) => Promise.resolve(asked.push(before));
  expect(await purgeRequestLog({ requestLog: { purge }, now })).toBe(1);
  expect(asked).toEqual([new Date(Date.UTC(2026, 8, 2))]);
});
