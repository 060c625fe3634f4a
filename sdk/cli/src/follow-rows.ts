import { LatchkeyError, type Clock } from '@latchkey/client';

export interface Row {
  readonly id: string;
  readonly created_at: string;
}

interface Followed<R> {
  /** The rows to begin with, newest first; `isWhole` says that there are no older ones. */
  readLatest(): Promise<{ readonly rows: readonly R[]; readonly isWhole: boolean }>;
  /** The rows since an instant, newest first; without one, all rows. */
  readSince(instant: string | undefined): Promise<readonly R[]>;
  /** Called once, until the service answers again, when it does not, or asks to be left alone for a while. */
  onDelay(error: LatchkeyError): void;
}

const firstWaitMs = 2_000;
const longestWaitMs = 30_000;
const growth = 1.5;
/** A row whose transaction took longer comes to light after rows that are newer. */
const lateMs = 60_000;

/**
 * The rows of a log, oldest first, each of them once, until the signal ends it with its reason. It asks again after
 * 2 s, and after longer waits, up to 30 s, while nothing is new. Throws a failure that waiting does not mend.
 */
export async function* followRows<R extends Row>(
  { readLatest, readSince, onDelay }: Followed<R>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly R[], void, undefined> {
  const { rows, isWhole } = await readLatest();
  yield rows.toReversed();
  const memory = rememberRows(rows, isWhole);
  let [waitMs, isDelayed] = [firstWaitMs, false];
  for (;;) {
    await clock.wait(waitMs, signal);
    waitMs = Math.min(waitMs * growth, longestWaitMs);
    try {
      const news = memory.takeNew(await readSince(memory.since()));
      isDelayed = false;
      if (news.length === 0) continue;
      waitMs = firstWaitMs;
      yield news.toReversed();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (!isDelayed) onDelay(error);
      isDelayed = true;
      waitMs = Math.max(waitMs, (error.retryAfter ?? 0) * 1000);
    }
  }
}

/** Remembers the rows of the last minute. Rows from before the first ones were left out of them, and are not new. */
function rememberRows(first: readonly Row[], isWhole: boolean) {
  const seen = new Map(first.map((row) => [row.id, timeOf(row)]));
  const oldest = first.at(-1);
  const floorMs = isWhole || oldest === undefined ? Number.NEGATIVE_INFINITY : timeOf(oldest) + 1;
  const startMs = () => Math.max(floorMs, Math.max(...seen.values()) - lateMs);
  return {
    /** From when on a row may be new; undefined where any may be. */
    since: () => (Number.isFinite(startMs()) ? new Date(startMs()).toISOString() : undefined),
    takeNew<R extends Row>(found: readonly R[]): readonly R[] {
      const news = found.filter(({ id }) => !seen.has(id));
      for (const row of news) seen.set(row.id, timeOf(row));
      const fromMs = startMs();
      for (const [id] of [...seen].filter(([, atMs]) => atMs < fromMs)) seen.delete(id);
      return news;
    },
  };
}

const timeOf = (row: Row) => Date.parse(row.created_at);

const isPassing = (error: unknown): error is LatchkeyError =>
  error instanceof LatchkeyError && (error.code === 'no_answer' || error.retryAfter !== undefined);
