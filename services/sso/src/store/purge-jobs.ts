import { repeatBatches, type Job } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { Database } from './database.ts';

/** Small enough that a batch ends well within the limit of a statement. */
const batch = 1_000;

export interface PurgeLimits {
  /** Device authorizations and families that ended before this time are deleted. */
  readonly historyBeforeMs: number;
  /** The same for families that hold no refresh token. */
  readonly briefBeforeMs: number;
  readonly eventsBeforeMs: number;
}

/**
 * Removes what is too old, each kind on its own and in batches. Several replicas may do so at once.
 * Source: contract part 0 "What is kept, and for how long".
 */
export function createPurgeJobs(database: Database, limits: PurgeLimits): Job[] {
  const [historyBefore, eventsBefore] = [new Date(limits.historyBeforeMs), new Date(limits.eventsBeforeMs)];
  const briefBefore = new Date(limits.briefBeforeMs);
  return [
    createJob(
      database,
      'refresh_families',
      Prisma.sql`absolute_expires_at < ${briefBefore} and road = 'browser'
        and 'offline_access' <> all(string_to_array(scope, ' '))`,
    ),
    createJob(database, 'refresh_families', Prisma.sql`absolute_expires_at < ${historyBefore}`),
    createJob(
      database,
      'device_authorizations',
      Prisma.sql`created_at < ${historyBefore}
        and (select f.id from refresh_families f where f.id = old.family_id) is null`,
    ),
    createJob(database, 'events', Prisma.sql`created_at < ${eventsBefore}`),
  ];
}

function createJob(database: Database, kind: string, isOld: Prisma.Sql): Job {
  const table = Prisma.raw(kind);
  const statement = Prisma.sql`
    delete from ${table} where id in (
      select id from ${table} old where ${isOld} limit ${batch} for update skip locked)`;
  return { kind, run: () => repeatBatches(batch, () => database.$executeRaw(statement)) };
}
