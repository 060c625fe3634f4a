import { runJobs, startRepeating, type Job, type RepeatOptions } from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { UpkeepMeasures } from './measures.ts';
import { countMonthsAhead, fewestMonthsAhead, type LogMonths } from './request-log/log-months.ts';
import type { Database } from './store/database.ts';
import { createPurgeJobs } from './store/purge-jobs.ts';
import { createLogMonths } from './store/request-log/log-months.ts';
import { foldCounts } from './store/row-counts.ts';

const upkeepIntervalMs = 3600 * 1000;
/** Each read of a total adds up what has been counted since. */
const foldIntervalMs = 10_000;

interface UpkeepOptions extends Pick<RepeatOptions, 'schedule'> {
  readonly now: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly measures: UpkeepMeasures;
}

/**
 * Makes the months of the request log and purges what is past its end, at once and then every hour, and adds up counts
 * every 10 s. The result stops it and resolves when the statement in progress is done.
 */
export function startUpkeep(
  { query, execute: send }: Pick<Database, 'query' | 'execute'>,
  { now, logger, measures, ...options }: UpkeepOptions,
): () => Promise<unknown> {
  let isStopped = false;
  // A batch that is not full is the last one of its job.
  const execute: Database['execute'] = async (statement) => (isStopped ? 0 : send(statement));
  const report = measures.count({
    done: (kind: string, rows: number) => rows > 0 && logger.info('upkeep', { kind, rows }),
    failed: (kind: string, error: unknown) => logger.warn('upkeep failed', { kind, error }),
  });
  const months = createLogMonths({ query });
  const listJobs = (time: Date) => [
    ...createMonthJobs(months, time, { logger, measures }),
    ...createPurgeJobs({ execute }, time.getTime()),
  ];
  const stopFolding = startRepeating(() => execute(foldCounts), {
    everyMs: foldIntervalMs,
    onError: (error) => report.failed('row_counts', error),
    ...options,
  });
  const stop = startRepeating(() => runJobs(listJobs(new Date(now())), report), {
    everyMs: upkeepIntervalMs,
    startsAtOnce: true,
    onError: (error) => logger.warn('upkeep failed', { error }),
    ...options,
  });
  return () => {
    isStopped = true;
    return Promise.all([stop(), stopFolding()]);
  };
}

/** The service makes months too, so that no sign-in depends on the command that is scheduled for it. */
export function createMonthJobs(
  months: LogMonths,
  now: Date,
  { logger, measures }: Pick<UpkeepOptions, 'logger' | 'measures'>,
): Job[] {
  return [
    { kind: 'request_log_months', run: async () => (await months.make(now)).length },
    {
      kind: 'request_log_end',
      async run() {
        const end = await months.findEnd();
        const ahead = countMonthsAhead(end, now);
        measures.setMonthsAhead(ahead);
        if (ahead < fewestMonthsAhead)
          logger.warn('the request log has no month after this time: every sign-in fails from then on', {
            end,
          });
        return 0;
      },
    },
  ];
}
