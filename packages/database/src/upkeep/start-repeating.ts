export interface RepeatOptions {
  /** Milliseconds from one start to the next. A run that lasts longer delays the next one; none overlap. */
  readonly everyMs: number;
  /** Called with what a run threw. The next run starts at its usual time. */
  readonly onError: (error: unknown) => void;
  /** True: the first run starts at once instead of after `everyMs`. */
  readonly startsAtOnce?: boolean;
  /** Calls `tick` every so often until the result is called. The default does not keep the process alive. */
  readonly schedule?: (tick: () => void, everyMs: number) => () => void;
}

/** Runs `work` again and again, one run at a time. The result stops it and resolves when the run in progress is done. */
export function startRepeating(
  work: () => Promise<unknown>,
  { everyMs, onError, startsAtOnce = false, schedule = scheduleOnTimer }: RepeatOptions,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  async function run(): Promise<void> {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
  }
  function tick(): void {
    running ??= run().finally(() => (running = undefined));
  }
  const stop = schedule(tick, everyMs);
  if (startsAtOnce) tick();
  return async () => {
    stop();
    await running;
  };
}

function scheduleOnTimer(tick: () => void, everyMs: number): () => void {
  const timer = setInterval(tick, everyMs).unref();
  return () => clearInterval(timer);
}
