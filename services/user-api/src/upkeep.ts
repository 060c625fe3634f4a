import { runJobs, startRepeating, type Job } from '@latchkey/connections';
import type { Logger } from '@latchkey/logger';
import { countMonthsAhead, fewestMonthsAhead, type LogMonths } from './request-log/log-months.ts';
import type { Database } from './store/database.ts';
import { createOwnerJobs } from './store/fill-owners.ts';
import { createLogMonths } from './store/log-months.ts';
import { createPurgeJobs } from './store/purge-jobs.ts';

const upkeepIntervalMs = 3600 * 1000;

/** Makes the months of the request log, fills in owners and purges what is past its end, at once and then every hour. */
export function startUpkeep(database: Database, now: () => number, logger: Logger): () => Promise<void> {
  const report = {
    done: (kind: string, rows: number) => rows > 0 && logger.info('upkeep', { kind, rows }),
    failed: (kind: string, error: unknown) => logger.warn('upkeep failed', { kind, error }),
  };
  const months = createLogMonths(database);
  const listJobs = (time: Date) => [
    ...createMonthJobs(months, time, logger),
    ...createOwnerJobs(database),
    ...createPurgeJobs(database, time.getTime()),
  ];
  return startRepeating(() => runJobs(listJobs(new Date(now())), report), {
    everyMs: upkeepIntervalMs,
    startsAtOnce: true,
    onError: (error) => logger.warn('upkeep failed', { error }),
  });
}

/** The service makes months too, so that no sign-in depends on the command that is scheduled for it. */
export function createMonthJobs(months: LogMonths, now: Date, logger: Pick<Logger, 'warn'>): Job[] {
  return [
    { kind: 'request_log_months', run: async () => (await months.make(now)).length },
    {
      kind: 'request_log_end',
      async run() {
        const end = await months.findEnd();
        if (countMonthsAhead(end, now) < fewestMonthsAhead)
          logger.warn('the request log has no month from this time on, and nobody signs in then', { end });
        return 0;
      },
    },
  ];
}
