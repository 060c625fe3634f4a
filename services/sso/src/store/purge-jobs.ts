import { repeatBatches, type Job } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { Database } from './database.ts';

/** Small enough that a batch ends well within the limit of a statement. */
const batch = 1_000;
const dayMs = 86_400_000;
/** How far back each run looks for ended families. What a longer pause leaves is deleted with the family. */
const lookBackMs = 7 * dayMs;
/** Redis has forgotten an undecided authorization long before, nobody lists one, and strangers make them. */
const undecidedMs = dayMs;

export interface PurgeLimits {
  readonly nowMs: number;
  /** Device authorizations and families that ended before this time are deleted. */
  readonly historyBeforeMs: number;
  readonly eventsBeforeMs: number;
}

/**
 * Removes what is too old, each kind on its own and in batches. Several replicas may do so at once. The superseded
 * tokens of a family are deleted once it is over, and the family, with its device authorization, long after. Source:
 * contract part 0 "What is kept, and for how long".
 */
export function createPurgeJobs(database: Database, limits: PurgeLimits): Job[] {
  const job = (kind: string, statement: Prisma.Sql): Job => ({
    kind,
    run: () => repeatBatches(batch, () => database.$executeRaw(statement)),
  });
  return [
    job('superseded_tokens', deleteSuperseded(limits)),
    job('refresh_families', deleteFamilies(limits)),
    job('device_authorizations', deleteAuthorizations(limits)),
    job('undecided_authorizations', deleteUndecided(limits)),
    job('events', deleteEvents(limits)),
  ];
}

/**
 * Forgets the answers that were sealed before a time, in batches.
 * Source: contract part 0 "What is kept, and for how long".
 */
export function createSealedAnswersJob(database: Database, sealedBeforeMs: number): Job {
  const forget = Prisma.sql`
    update superseded_tokens set sealed_response = null where token_hash in (
      select token_hash from superseded_tokens
      where sealed_response is not null and superseded_at <= ${new Date(sealedBeforeMs)}
      limit ${batch} for update skip locked)`;
  return { kind: 'sealed_answers', run: () => repeatBatches(batch, () => database.$executeRaw(forget)) };
}

/** The families are read first, so that the batch costs the same however many tokens of other families there are. */
function deleteSuperseded({ nowMs, historyBeforeMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from superseded_tokens where token_hash in (
      select token.token_hash from refresh_families f
      cross join lateral (
        select s.token_hash from superseded_tokens s where s.family_id = f.id
        limit ${batch} for update skip locked) token
      where f.absolute_expires_at < ${new Date(historyBeforeMs)}
        or f.absolute_expires_at between ${new Date(nowMs - lookBackMs)} and ${new Date(nowMs)}
      limit ${batch})`;
}

function deleteFamilies({ historyBeforeMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from refresh_families where id in (
      select f.id from refresh_families f where f.absolute_expires_at < ${new Date(historyBeforeMs)}
        and (select s.family_id from superseded_tokens s where s.family_id = f.id limit 1) is null
      limit ${batch} for update skip locked)`;
}

function deleteAuthorizations({ historyBeforeMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from device_authorizations where id in (
      select d.id from device_authorizations d where d.created_at < ${new Date(historyBeforeMs)}
        and (select f.id from refresh_families f where f.id = d.family_id) is null
      limit ${batch} for update skip locked)`;
}

function deleteUndecided({ nowMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from device_authorizations where id in (
      select id from device_authorizations
      where decided_at is null and expires_at < ${new Date(nowMs - undecidedMs)}
      limit ${batch} for update skip locked)`;
}

function deleteEvents({ eventsBeforeMs }: PurgeLimits): Prisma.Sql {
  return Prisma.sql`
    delete from events where id in (
      select id from events where created_at < ${new Date(eventsBeforeMs)}
      limit ${batch} for update skip locked)`;
}
