import { startRepeating, type JobReport, type RepeatOptions } from '@latchkey/database';
import { sweepDrops, type UpkeepStore } from './drop/upkeep.ts';

/** Short enough that an expired drop is shredded at most 60 s late. Source: contract part 3 "Cost at size". */
const everyMs = 20_000;

interface SweeperOptions extends Pick<RepeatOptions, 'schedule'> {
  /** Is given what upkeep does. */
  readonly report: JobReport;
  readonly eventRetentionDays: number;
}

/** Sweeps in the background. The result stops it and resolves when the batch in progress is done. */
export function startSweeper(
  store: UpkeepStore,
  { report, eventRetentionDays, ...options }: SweeperOptions,
): () => Promise<void> {
  const kind = 'sweep';
  const onError = (error: unknown) => report.failed(kind, error);
  let isStopped = false;
  const sweep = async () => {
    report.done(kind, await sweepDrops(store, { eventRetentionDays, onError, goesOn: () => !isStopped }));
  };
  const stop = startRepeating(sweep, { everyMs, onError, ...options });
  return () => {
    isStopped = true;
    return stop();
  };
}
