import { keepTrace } from '@latchkey/tracing';

export interface Gathering<Item, Result> {
  /** Does all of them at once; answers in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly largest: number;
  /** The most runs at a time. While that many are under way, later items wait and then go together. */
  readonly atOnce: number;
  /** Whether items of a run that failed are run again one by one, so that one of them cannot fail the others. */
  readonly isSplit?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly sinceMs: number;
  /** In the trace of this caller. */
  readonly run: Gathering<Item, Result>['run'];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** As long as a caller waits for a connection of the pool. */
const longestWaitMs = 5_000;

/**
 * Batches concurrent calls into one call or statement. An item never joins a run that has begun, so
 * that its result is never older than its question. A single item goes at once: nobody waits for company. An item that
 * has waited for 5 s is refused in place of its run, as if the dependency were lost: behind runs that hang, the queue
 * would grow for as long as they do.
 */
export function gatherCalls<Item, Result>(
  gathering: Gathering<Item, Result>,
): (item: Item) => Promise<Result> {
  const { largest, atOnce } = gathering;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  const start = (): void => {
    while (running < atOnce && waiting.length > 0) {
      const batch = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      running += 1;
      void settle(gathering, batch).finally(() => {
        running -= 1;
        start();
      });
    }
  };
  return (item) =>
    new Promise((resolve, reject) => {
      // Everything that this turn of the event loop asks for goes together.
      const run = keepTrace(gathering.run);
      const queued = waiting.push({ item, sinceMs: performance.now(), run, resolve, reject });
      if (queued === 1 && running < atOnce) setImmediate(start);
    });
}

/** Runs a batch and answers everybody in it. Never rejects. */
async function settle<Item, Result>(
  gathering: Gathering<Item, Result>,
  gathered: readonly Waiting<Item, Result>[],
): Promise<void> {
  const { isSplit = () => false } = gathering;
  const batch = refuseLate(gathered);
  const [first] = batch;
  if (first === undefined) return;
  try {
    const results = await first.run(batch.map(({ item }) => item));
    if (results.length !== batch.length)
      throw new Error(`${results.length} results for ${batch.length} items`);
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
  } catch (error) {
    if (batch.length === 1 || !isSplit(error)) for (const { reject } of batch) reject(error);
    else for (const one of batch) await settle(gathering, [one]);
  }
}

/** Refuses those that have waited for too long, and answers the others. */
function refuseLate<Item, Result>(batch: readonly Waiting<Item, Result>[]): Waiting<Item, Result>[] {
  const earliestMs = performance.now() - longestWaitMs;
  return batch.filter(({ sinceMs, reject }) => {
    const isLate = sinceMs < earliestMs;
    if (isLate) reject(Object.assign(new Error('timed out waiting for other calls'), { code: 'ETIMEDOUT' }));
    return !isLate;
  });
}
