import type { Actor } from './drop.ts';

export interface CleanupCount {
  readonly scanned: number;
  readonly deleted: number;
}

/** Where a batch ends: after `rows` rows, or with the row that brings it to `bytes` bytes of ciphertext. */
export interface UpkeepBatch {
  readonly rows: number;
  readonly bytes: number;
}

/** Ends and deletes drops in batches that skip locked rows. Source: contract part 3 "States". */
export interface UpkeepStore {
  /** Marks overdue drops as expired, and shreds them. Answers how many; 0 while another process sweeps. */
  shredExpired(batch: UpkeepBatch): Promise<number>;
  /** Deletes ended drops past their retention. Answers how many; 0 while another process sweeps. */
  removeEnded(batch: UpkeepBatch, retentionSeconds: number): Promise<number>;
  /** Deletes expired drops at once, and other ended drops past their retention. */
  cleanUp(batch: UpkeepBatch, retentionSeconds: number, actor: Actor): Promise<CleanupCount>;
  /** Does the same for one drop only. For an unknown id nothing is scanned. */
  cleanUpOne(id: string, retentionSeconds: number, actor: Actor): Promise<CleanupCount>;
  /** Creates the partitions of the event log for this month and the next ones. */
  prepareMonths(): Promise<void>;
  /**
   * Drops the months of the event log whose last event is older than `retentionDays`, and old events that no month was
   * made for. Answers the sum of the months and the events that it removed.
   */
  removeOldEvents(batch: UpkeepBatch, retentionDays: number): Promise<number>;
}

/**
 * A thousand full payloads would take longer than the statement limit of the database.
 * Source: contract part 3 "Cost at size".
 */
const batch: UpkeepBatch = { rows: 1000, bytes: 128 * 1024 * 1024 };
/** How long an ended drop stays, in seconds. Source: contract part 3 "States". */
const retentionSeconds = 7 * 24 * 3600;

interface SweepOptions {
  /** Days that an event is kept, at least. */
  readonly eventRetentionDays: number;
  readonly onError: (error: unknown) => void;
  /** Asked before each batch: false once the process stops. */
  readonly goesOn?: () => boolean;
}

const always = () => true;

/**
 * One sweep: shreds expired drops, deletes ended ones past their retention, and keeps the months of the event log.
 * Answers how many rows and months it changed. Calls `onError` with what failed and does the rest, so that a partition
 * that cannot be created keeps no payload alive. Source: contract part 0 "What is kept, and for how long".
 */
export async function sweepDrops(
  store: UpkeepStore,
  { eventRetentionDays, onError, goesOn = always }: SweepOptions,
): Promise<number> {
  const kinds = [
    () => repeat(() => store.shredExpired(batch), goesOn),
    () => repeat(() => store.removeEnded(batch, retentionSeconds), goesOn),
    () => store.prepareMonths().then(() => 0),
    () => repeat(() => store.removeOldEvents(batch, eventRetentionDays), goesOn),
  ];
  let changed = 0;
  for (const sweepKind of kinds) {
    if (!goesOn()) break;
    try {
      changed += await sweepKind();
    } catch (error) {
      onError(error);
    }
  }
  return changed;
}

/** Deletes expired drops and old ended ones now; with an id, only that one. Source: contract part 3 "Messages". */
export async function cleanUpDrops(
  store: UpkeepStore,
  id: string | undefined,
  actor: Actor,
): Promise<CleanupCount> {
  if (id !== undefined) return store.cleanUpOne(id, retentionSeconds, actor);
  const total = { scanned: 0, deleted: 0 };
  await repeat(async () => {
    const { scanned, deleted } = await store.cleanUp(batch, retentionSeconds, actor);
    total.scanned += scanned;
    total.deleted += deleted;
    return scanned;
  });
  return total;
}

/**
 * The most batches of one kind in a run. While rows become due as fast as a batch takes them, no batch is ever empty:
 * the limit gives the other kinds of upkeep their turn, and a cleanup its answer.
 */
const mostBatches = 1_000;

/** Repeats `work`, which answers how much it did, until it did nothing. Answers the sum. */
async function repeat(work: () => Promise<number>, goesOn = always): Promise<number> {
  let total = 0;
  for (let batches = 0; batches < mostBatches && goesOn(); batches += 1) {
    const done = await work();
    if (done === 0) break;
    total += done;
  }
  return total;
}
