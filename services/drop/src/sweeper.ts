import { startRepeating, type RepeatOptions } from '@latchkey/database';
import type { Logger } from '@latchkey/process';
import { sweepDrops, type UpkeepStore } from './drop/upkeep.ts';

/** Short enough that an expired drop is shredded at most 60 s late. Source: contract part 3 "Cost at size". */
const everyMs = 20_000;

interface SweeperOptions extends Pick<RepeatOptions, 'schedule'> {
  readonly logger: Logger;
  /** Days that an event is kept, at least. */
  readonly eventRetentionDays: number;
}

/** Sweeps in the background. The result stops it and resolves when the batch in progress is done. */
export function startSweeper(
  store: UpkeepStore,
  { logger, eventRetentionDays, ...options }: SweeperOptions,
): () => Promise<void> {
  const onError = (error: unknown) => logger.warn('sweep failed', { error });
  let isStopped = false;
  const sweep = async () => {
    const rows = await sweepDrops(store, { eventRetentionDays, onError, goesOn: () => !isStopped });
    if (rows > 0) logger.info('swept', { rows });
  };
  const stop = startRepeating(sweep, { everyMs, onError, ...options });
  return () => {
    isStopped = true;
    return stop();
  };
}
