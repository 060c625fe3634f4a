import type { UpkeepMeasures } from '../src/measures.ts';
import { countMonthsAhead, type LogMonths } from '../src/request-log/log-months.ts';
import { foldCounts } from '../src/store/row-counts.ts';
import { createMonthJobs, startUpkeep } from '../src/upkeep.ts';

const now = new Date('2026-11-30T23:59:59.999Z');

const measures: UpkeepMeasures = { count: (report) => report, setMonthsAhead: () => undefined };

async function run(end: string, make: LogMonths['make'] = () => Promise.resolve([])) {
  const warned: unknown[] = [];
  const ahead: number[] = [];
  const months = {
    make,
    findEnd: () => Promise.resolve(new Date(end)),
    findTime: () => Promise.reject(new Error('The service has a clock')),
    dropOldest: () => Promise.reject(new Error('The service drops nothing')),
  };
  const jobs = createMonthJobs(months, now, {
    logger: { info: () => undefined, warn: (_sentence, fields) => void warned.push(fields) },
    measures: { ...measures, setMonthsAhead: (number) => void ahead.push(number) },
  });
  const rows = await Promise.allSettled(jobs.map((job) => job.run()));
  return { rows: rows.map((one) => (one.status === 'fulfilled' ? one.value : 'failed')), warned, ahead };
}

test.each([
  ['2026-12-01T00:00:00Z', 0],
  ['2027-02-01T00:00:00Z', 2],
  ['2027-12-01T00:00:00Z', 12],
  ['2026-10-01T00:00:00Z', -2],
])('months until %s are %d ahead', (end, ahead) => {
  expect(countMonthsAhead(new Date(end), now)).toBe(ahead);
});

test('the service makes months and warns only while fewer than two lie ahead', async () => {
  const made = await run('2027-02-01T00:00:00Z', () => Promise.resolve(['request_log_2027_01']));
  expect(made).toEqual({ rows: [1, 0], warned: [], ahead: [2] });
  const end = '2027-01-01T00:00:00.000Z';
  const failed = await run(end, () => Promise.reject(new Error('permission denied')));
  expect(failed).toEqual({ rows: ['failed', 0], warned: [{ end: new Date(end) }], ahead: [1] });
});

test('stopping waits for the statement in progress alone, however much is left to purge', async () => {
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<number>();
  let statements = 0;
  const database = {
    query: () => Promise.resolve([]),
    execute() {
      statements += 1;
      begun.resolve();
      return answer.promise;
    },
  };
  const log = () => undefined;
  const stop = startUpkeep(database, {
    now: () => now.getTime(),
    logger: { info: log, warn: log },
    measures,
  });
  await begun.promise;
  const stopping = stop();
  answer.resolve(1_000);
  await stopping;
  expect(statements).toBe(1);
});

test('counts are added up every 10 s, also after a time at which that failed', async () => {
  const sent: unknown[] = [];
  const failed: string[] = [];
  const ticks = new Map<number, () => void>();
  const log = () => undefined;
  const stop = startUpkeep(
    {
      query: () => Promise.resolve([]),
      execute(statement) {
        sent.push(statement);
        return Promise.reject(new Error('PostgreSQL is down'));
      },
    },
    {
      now: () => now.getTime(),
      logger: { info: log, warn: log },
      measures: {
        ...measures,
        count: (report) => ({ ...report, failed: (kind: string) => void failed.push(kind) }),
      },
      schedule: (tick, everyMs) => {
        ticks.set(everyMs, tick);
        return log;
      },
    },
  );
  for (let turn = 0; turn < 2; turn += 1) {
    ticks.get(10_000)?.();
    await new Promise(setImmediate);
  }
  await stop();
  expect(sent.filter((statement) => statement === foldCounts)).toHaveLength(2);
  expect(failed.filter((kind) => kind === 'row_counts')).toHaveLength(2);
});
