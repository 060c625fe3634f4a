import type { CleanupCount, DropKeeper, UpkeepBatch } from './drop-keeper.ts';
import type { Actor } from './drop.ts';

/**
 * A thousand full payloads would take longer than the database gives a statement. Source: contract part 3 "Cost at size".
 */
const batch: UpkeepBatch = { rows: 1000, bytes: 128 * 1024 * 1024 };
/** Seconds a tombstone stays. Source: contract part 3 "States". */
const retentionSeconds = 7 * 24 * 3600;

/** One sweep: expiry is written down and shredded, what is past retention goes. Answers how many rows it changed. */
export async function sweepDrops(keeper: DropKeeper): Promise<number> {
  const shredded = await repeat(() => keeper.shredExpired(batch));
  const removed = await repeat(() => keeper.removeEnded(batch, retentionSeconds));
  // Last: a month that cannot be made costs its events a partition, and must not keep a payload alive.
  await keeper.prepareMonths();
  return shredded + removed;
}

/** Removes expired drops and old tombstones now; with an id, that one only. Source: contract part 3 "Messages". */
export async function cleanUpDrops(
  keeper: DropKeeper,
  id: string | undefined,
  actor: Actor,
): Promise<CleanupCount> {
  if (id !== undefined) return keeper.cleanUpOne(id, retentionSeconds, actor);
  const total = { scanned: 0, deleted: 0 };
  await repeat(async () => {
    const { scanned, deleted } = await keeper.cleanUp(batch, retentionSeconds, actor);
    total.scanned += scanned;
    total.deleted += deleted;
    return scanned;
  });
  return total;
}

/** Works through batches until one is empty. */
async function repeat(work: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await work();
    if (done === 0) return total;
    total += done;
  }
}
