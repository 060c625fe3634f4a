import type { Actor } from './drop.ts';
import type { CleanupCount, DropKeeper } from './drop-keeper.ts';

/** Rows of one batch, and seconds a tombstone stays. Source: contract part 3 "Cost at size", "States". */
const batch = 1000;
const retentionSeconds = 7 * 24 * 3600;

/** One sweep: expiry is written down and shredded, what is past retention goes. Answers how many rows it changed. */
export async function sweepDrops(keeper: DropKeeper): Promise<number> {
  await keeper.prepareMonths();
  const shredded = await repeat(() => keeper.shredExpired(batch));
  return shredded + (await repeat(() => keeper.removeEnded(batch, retentionSeconds)));
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

/** Works through batches until one is not full. */
async function repeat(work: () => Promise<number>): Promise<number> {
  const done = await work();
  return done < batch ? done : done + (await repeat(work));
}
