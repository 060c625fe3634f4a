import { repeatBatches, runJobs } from './run-jobs.ts';

test('a job that fails stops no other, and is reported', async () => {
  const fault = new Error('canceling statement due to statement timeout');
  const reported: unknown[] = [];
  await runJobs(
    [
      { kind: 'first', run: () => Promise.resolve(3) },
      { kind: 'broken', run: () => Promise.reject(fault) },
      { kind: 'last', run: () => Promise.resolve(0) },
    ],
    {
      done: (kind, rows) => reported.push([kind, rows]),
      failed: (kind, error) => reported.push([kind, error]),
    },
  );
  expect(reported).toEqual([
    ['first', 3],
    ['broken', fault],
    ['last', 0],
  ]);
});

test('batches are repeated until one is not full', async () => {
  const left = [10, 10, 4, 10];
  expect(await repeatBatches(10, () => Promise.resolve(left.shift() ?? 0))).toBe(24);
  expect(left).toEqual([10]);
});
