import { runJobs, startRepeating, type JobReport, type RepeatOptions } from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { Config } from './config.ts';
import type { SsoContext } from './context.ts';
import { settleEnded } from './oauth/device/settle-ended.ts';
import type { Database } from './store/database.ts';
import { createPurgeJobs } from './store/purge-jobs.ts';

const dayMs = 86_400_000;
/** How long a family without refresh token stays after its end. Source: contract part 0 "What is kept, and for how long". */
const briefDays = 7;

interface UpkeepParts extends Pick<RepeatOptions, 'schedule'> {
  readonly database: Database;
  readonly context: SsoContext;
  readonly logger: Logger;
  /** Counts what upkeep does, and passes it on. */
  readonly count: (report: JobReport) => JobReport;
}

/**
 * Every hour deletes the rows that are past their retention. Every minute records the ends of device
 * authorizations that have no record. Every few seconds brings the request log of user-api what no decision has brought.
 * Each second asks user-api whose standing has changed. The result stops all, and resolves when what is in progress is
 * done.
 */
export function startUpkeep(config: Config, parts: UpkeepParts): () => Promise<unknown> {
  const { database, context, logger, count, ...options } = parts;
  const { now } = context;
  const report = count({
    done: (kind, rows) => rows > 0 && logger.info('upkeep', { kind, rows }),
    failed: (kind, error) => logger.warn('upkeep failed', { kind, error }),
  });
  const purge = () =>
    runJobs(
      createPurgeJobs(database, {
        briefBeforeMs: now() - briefDays * dayMs,
        historyBeforeMs: now() - config.HISTORY_RETENTION_DAYS * dayMs,
        eventsBeforeMs: now() - config.EVENT_RETENTION_DAYS * dayMs,
      }),
      report,
    );
  const tidy = () => runJobs([{ kind: 'ended_authorizations', run: () => settleEnded(context) }], report);
  const logEvents = () => context.logEvents((events) => context.userApi.logEvents(events));
  const onError = (error: unknown) => logger.warn('upkeep failed', { error });
  const stops = [
    startRepeating(purge, { everyMs: 3_600_000, onError, ...options }),
    // What fails here is counted among the calls, and standings are asked for more often then.
    startRepeating(() => context.userApi.followStandings(), {
      everyMs: 1_000,
      ...options,
      onError: () => undefined,
    }),
    startRepeating(tidy, { everyMs: 60_000, onError, ...options }),
    startRepeating(() => runJobs([{ kind: 'logged_events', run: logEvents }], report), {
      everyMs: 5_000,
      onError,
      ...options,
    }),
  ];
  return () => Promise.all(stops.map((stop) => stop()));
}
