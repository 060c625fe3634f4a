import type { Database } from './database.ts';

/** Small enough that a batch ends well within the limit of a statement. */
const batch = 1_000;

export interface PurgeLimits {
  /** Device authorizations and families that ended before go. */
  readonly historyBeforeMs: number;
  readonly eventsBeforeMs: number;
}

/**
 * Removes what is too old, batch after batch; how many rows. Several replicas may do so at once. A device
 * authorization stays as long as its family, and a family, with its superseded tokens, until it is long over.
 */
export async function purgeRecords(database: Database, limits: PurgeLimits): Promise<number> {
  const history = new Date(limits.historyBeforeMs);
  const events = new Date(limits.eventsBeforeMs);
  const families = await repeat(
    () => database.$executeRaw`
      DELETE FROM refresh_families WHERE id IN (
        SELECT id FROM refresh_families WHERE absolute_expires_at < ${history}
        LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
  );
  const devices = await repeat(
    () => database.$executeRaw`
      DELETE FROM device_authorizations WHERE id IN (
        SELECT d.id FROM device_authorizations d WHERE d.created_at < ${history}
          AND NOT EXISTS (SELECT FROM refresh_families f WHERE f.id = d.family_id)
        LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
  );
  const told = await repeat(
    () => database.$executeRaw`
      DELETE FROM events WHERE id IN (
        SELECT id FROM events WHERE created_at < ${events} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
  );
  return families + devices + told;
}

async function repeat(remove: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await remove();
    total += removed;
    if (removed < batch) return total;
  }
}
