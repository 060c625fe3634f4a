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
      delete from refresh_families where id in (
        select id from refresh_families where absolute_expires_at < ${history}
        limit ${batch} for update skip locked)`,
  );
  const devices = await repeat(
    () => database.$executeRaw`
      delete from device_authorizations where id in (
        select d.id from device_authorizations d where d.created_at < ${history}
          and not exists (select from refresh_families f where f.id = d.family_id)
        limit ${batch} for update skip locked)`,
  );
  const told = await repeat(
    () => database.$executeRaw`
      delete from events where id in (
        select id from events where created_at < ${events} limit ${batch} for update skip locked)`,
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
