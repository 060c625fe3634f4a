import { pruneRequestLog } from './purge-request-log.ts';

const now = () => Date.UTC(2026, 11, 1);

describe('pruneRequestLog', () => {
  test('removes at once what is older than 90 days', () => {
    const asked: Date[] = [];
    const prune = (before: Date) => Promise.resolve(asked.push(before));
    pruneRequestLog({ requestLog: { prune }, now }, () => undefined)();
    expect(asked).toEqual([new Date(Date.UTC(2026, 8, 2))]);
  });

  test('tells of a failure and lives on', async () => {
    const failure = new Error('gone');
    const told = await new Promise((resolve) => {
      pruneRequestLog({ requestLog: { prune: () => Promise.reject(failure) }, now }, resolve)();
    });
    expect(told).toBe(failure);
  });
});
