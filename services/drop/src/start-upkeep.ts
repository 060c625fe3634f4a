import { runJobs, startRepeating, type RepeatOptions } from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import type { DropContext } from './context.ts';
import { startSweeper } from './sweeper.ts';

interface UpkeepOptions extends Pick<RepeatOptions, 'schedule'> {
  readonly logger: Logger;
  readonly eventRetentionDays: number;
}

/**
 * Sweeps, and every few seconds hands user-api what happened to drops. The result stops both and
 * resolves when what is in progress is done.
 */
export function startUpkeep(
  { upkeep, handOver, userApi, measures }: Pick<DropContext, 'upkeep' | 'handOver' | 'userApi' | 'measures'>,
  { logger, eventRetentionDays, ...options }: UpkeepOptions,
): () => Promise<unknown> {
  const report = measures.upkeep({
    done: (kind, rows) => rows > 0 && logger.info('upkeep', { kind, rows }),
    failed: (kind, error) => logger.warn('upkeep failed', { kind, error }),
  });
  const stops = [startSweeper(upkeep, { report, eventRetentionDays, ...options })];
  if (userApi !== undefined) {
    const run = () => handOver((events) => userApi.logDropEvents(events));
    const onError = (error: unknown) => report.failed('hand_over', error);
    stops.push(
      startRepeating(() => runJobs([{ kind: 'hand_over', run }], report), {
        everyMs: 5_000,
        onError,
        ...options,
      }),
    );
  }
  return () => Promise.all(stops.map((stop) => stop()));
}
