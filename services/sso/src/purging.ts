import type { Logger } from '@latchkey/logger';

const pauseMs = 3_600_000;

/** Purges every hour, one purge after another. The result stops it and resolves when the last one is done. */
export function startPurging(purge: () => Promise<number>, logger: Logger): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      const rows = await purge();
      if (rows > 0) logger.info('purged', { rows });
    } catch (error) {
      logger.warn('purge failed', { error });
    }
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, pauseMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
