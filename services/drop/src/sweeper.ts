import { startRepeating, type RepeatOptions } from '@latchkey/connections';
import type { Logger } from '@latchkey/logger';
import { sweepDrops, type UpkeepStore } from './drop/upkeep.ts';

/** Short enough that an expired drop is shredded at most 60 s late. Source: contract part 3 "Cost at size". */
const everyMs = 20_000;

/** Sweeps in the background. The result stops it and resolves when the sweep in progress is done. */
export function startSweeper(
  store: UpkeepStore,
  logger: Logger,
  options: Pick<RepeatOptions, 'schedule'> = {},
): () => Promise<void> {
  const sweep = async () => {
    const rows = await sweepDrops(store);
    if (rows > 0) logger.info('swept', { rows });
  };
  const onError = (error: unknown) => logger.warn('sweep failed', { error });
  return startRepeating(sweep, { everyMs, onError, ...options });
}
