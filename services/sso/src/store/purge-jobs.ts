import { repeatBatches, type Job } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { Database } from './database.ts';

/** Small enough that a batch ends well within the limit of a statement. */
const batch = 1_000;

export interface PurgeLimits {
  /** Device authorizations and families that ended before this time are deleted. */
  readonly historyBeforeMs: number;
  readonly eventsBeforeMs: number;
}

/**
 * Removes what is too old, each kind on its own and in batches. Several replicas may do so at once.
 * Source: contract part 0 "What is kept, and for how long".
 */
export function createPurgeJobs(database: Database, limits: PurgeLimits): Job[] {
  const job = (kind: string, statement: Prisma.Sql): Job => ({
    kind,
    run: () => repeatBatches(batch, () => database.$executeRaw(statement)),
  });
  return [
    job('refresh_families', deleteFamilies(limits)),
    job('device_authorizations', deleteAuthorizations(limits)),
    job('events', deleteEvents(limits)),
  ];
}

function deleteFamilies({ historyBeforeMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from refresh_families where id in (
      select id from refresh_families where absolute_expires_at < ${new Date(historyBeforeMs)}
      limit ${batch} for update skip locked)`;
}

function deleteAuthorizations({ historyBeforeMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from device_authorizations where id in (
      select d.id from device_authorizations d where d.created_at < ${new Date(historyBeforeMs)}
        and (select f.id from refresh_families f where f.id = d.family_id) is null
      limit ${batch} for update skip locked)`;
}

function deleteEvents({ eventsBeforeMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from events where id in (
      select id from events where created_at < ${new Date(eventsBeforeMs)}
      limit ${batch} for update skip locked)`;
}
