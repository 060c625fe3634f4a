import type { Logger } from '@latchkey/logger';
import type { DropKeeper } from './drop/drop-keeper.ts';
import { sweepDrops } from './drop/keep-drops.ts';

/** Short enough that an expired drop is shredded at most 60 s late. Source: contract part 3 "Cost at size". */
const pauseMs = 20_000;

/** Does something again and again; the result ends that. */
type Repeat = (work: () => void, pauseMs: number) => () => void;

const repeatOnTimer: Repeat = (work, milliseconds) => {
  const timer = setInterval(work, milliseconds);
  return () => clearInterval(timer);
};

/** Sweeps in the background, one sweep after another. The result stops it and resolves when the last one is done. */
export function startSweeper(
  keeper: DropKeeper,
  logger: Logger,
  repeat: Repeat = repeatOnTimer,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const sweep = async () => {
    try {
      const rows = await sweepDrops(keeper);
      if (rows > 0) logger.info('swept', { rows });
    } catch (error) {
      logger.warn('sweep failed', { error });
    }
    running = undefined;
  };
  const stop = repeat(() => {
    running ??= sweep();
  }, pauseMs);
  return async () => {
    stop();
    await running;
  };
}
