type Stop = () => Promise<void> | void;

/** What has been started, to be stopped in the opposite order. */
export interface Teardown {
  /** Call it in the same tick as the start, so that nothing escapes; once stopping has begun, `stop` runs at once. */
  add: (stop: Stop) => void;
  /** Stops everything, last started first; later calls wait for the first. A failing stop does not keep the others. */
  run: () => Promise<void>;
}

/** An empty list of things to stop; a stop that fails is passed to `report`. */
export function createTeardown(report: (sentence: string) => void = console.error): Teardown {
  const stops: Stop[] = [];
  let running: Promise<void> | undefined;
  const stopQuietly = async (stop: Stop): Promise<void> => {
    try {
      await stop();
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
    }
  };
  const stopAll = async (): Promise<void> => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stopQuietly(stop);
  };
  return {
    add: (stop) => {
      if (running === undefined) stops.push(stop);
      else running = Promise.all([running, stopQuietly(stop)]).then(() => undefined);
    },
    run: () => (running ??= stopAll()),
  };
}
