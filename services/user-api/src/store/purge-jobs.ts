import { repeatBatches, type Job } from '@latchkey/database';
import { retiredEmailPrefix } from '../accounts/account.ts';
import { requestLifeMs } from '../clients/connection.ts';
import { invitationLifeMs } from '../people/orgs/invitation.ts';
import { outcomeMs } from '../signing-in/attempt/find-outcome.ts';
import { removeChanges } from './accounts/standing-changes.ts';
import { at, Prisma, type Database } from './database.ts';

/** Small enough that a batch ends well within the limit of a statement. */
const batch = 1_000;
const dayMs = 24 * 3600 * 1000;
const keptDays = 90;
const changeMs = 3600 * 1000;

/** Clients archived before a time that never had a token, with their secrets and connections. */
function removeUnused(before: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`with gone as (
      select id from oauth_clients c where archived_at < ${before} and not had_token
        and not exists (select from apis where client_id = c.id)
      limit ${batch} for update skip locked
    ), secrets as (
      delete from client_secrets using gone where client_id = gone.id
    ), links as (
      delete from connections using gone where gone.id in (source, target)
    ) delete from oauth_clients using gone where oauth_clients.id = gone.id`;
}

/** Gives the addresses of accounts free that nobody has come for. */
function retireInvited(nowMs: number): Prisma.Sql {
  return Prisma.sql`
    update users set email = ${retiredEmailPrefix} || id, name = '', locale = null, status = 'deleted', updated_at = ${at(new Date(nowMs))}
    where status = 'invited' and id in (
      select id from users where status = 'invited' and created_at < ${at(new Date(nowMs - invitationLifeMs))}
      limit ${batch} for update skip locked)`;
}

/** Signals that wait for a subscription which is deleted. */
function dropOrphans(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`update mails set status = 'dropped', ended_at = ${now} where id in (
    select id from mails m where status = 'waiting' and subscription_id is not null
      and not exists (select from subscriptions where id = m.subscription_id)
    limit ${batch} for update skip locked)`;
}

/**
 * Removes what is 90 days past its end, each kind on its own and in batches. Several replicas may do so at once. A
 * session that nobody uses ends, for this, when its life is over. The request log is deleted by months (log-months.ts).
 * Source: contract part 0 "What is kept, and for how long".
 */
export function createPurgeJobs({ execute }: Pick<Database, 'execute'>, nowMs: number): Job[] {
  const before = at(new Date(nowMs - keptDays * dayMs));
  const job = (kind: string, key: string, condition: Prisma.Sql): Job => {
    const [table, columns] = [Prisma.raw(kind), Prisma.raw(key)];
    const removal = Prisma.sql`delete from ${table} where (${columns}) in (
      select ${columns} from ${table} where ${condition} limit ${batch} for update skip locked)`;
    return { kind, run: () => repeatBatches(batch, () => execute(removal)) };
  };
  return [
    job('sessions', 'id', Prisma.sql`least(revoked_at, expires_at) < ${before}`),
    job('credentials', 'id', Prisma.sql`least(revoked_at, expires_at) < ${before}`),
    job('known_devices', 'user_id, device_hash', Prisma.sql`last_seen_at < ${before}`),
    job('client_secrets', 'id', Prisma.sql`expires_at < ${before}`),
    job(
      'connections',
      'id',
      Prisma.sql`status = 'requested' and created_at < ${at(new Date(nowMs - requestLifeMs))}`,
    ),
    { kind: 'oauth_clients', run: () => repeatBatches(batch, () => execute(removeUnused(before))) },
    job('outcomes', 'op', Prisma.sql`created_at < ${at(new Date(nowMs - outcomeMs))}`),
    job('invitations', 'id', Prisma.sql`expires_at < ${before}`),
    {
      kind: 'signals',
      run: () => repeatBatches(batch, () => execute(dropOrphans(at(new Date(nowMs))))),
    },
    // Before the links: a mail names its link.
    job('mails', 'id', Prisma.sql`ended_at < ${before} or (status = 'waiting' and due_at < ${before})`),
    job(
      'links',
      'id',
      Prisma.sql`expires_at < ${before} and not exists (select from mails where link_id = links.id)`,
    ),
    { kind: 'invited accounts', run: () => repeatBatches(batch, () => execute(retireInvited(nowMs))) },
    {
      kind: 'standing_changes',
      run: () => repeatBatches(batch, () => execute(removeChanges(at(new Date(nowMs - changeMs)), batch))),
    },
  ];
}
