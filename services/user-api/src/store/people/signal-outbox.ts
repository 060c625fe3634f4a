import { waitsMs } from '../../people/mail/outbox.ts';
import {
  takenMs,
  togetherOf,
  type DueSignal,
  type SignalOutbox,
} from '../../people/signals/signal-outbox.ts';
import { pingEvent } from '../../people/signals/subscription.ts';
import { at, Prisma, type Database } from '../database.ts';
import { logChange } from '../request-log/log-change.ts';

/**
 * The signals among the mails. Whoever claims locks the subscription first, so that of two senders neither counts without
 * the other. A signal is read with the row of the log that it is about, which holds nothing twice.
 */
export function createSignalOutbox({ query, execute }: Pick<Database, 'query' | 'execute'>): SignalOutbox {
  return {
    claim: (now) => query<DueSignal>(claimOf(now)),
    async settle({ id, subscriptionId, url, event }, { status, problem, pausedUntil }, now) {
      const isSent = status === 'sent';
      const isAnswered = isSent && event === pingEvent;
      await execute(Prisma.sql`
        with settled as (
          update mails set status = ${status}, problem = ${problem}, ended_at = ${at(status === 'waiting' ? null : now)}
          where id = ${id}::uuid and status = 'waiting'
        )
        update subscriptions set taken = taken - ${id}, problem = ${problem},
          failing_since = case when ${isSent} then null when ${problem !== null} then coalesce(failing_since, ${at(now)})
            else failing_since end,
          -- What is in hand beside it does not shorten what the receiver asked for.
          paused_until = greatest(paused_until, case when url = ${url} then ${at(pausedUntil)} end),
          status = case when ${isAnswered} and status = 'pending' and url = ${url} then 'on' else status end
        where id = ${subscriptionId}::uuid`);
    },
    async turnOff({ subscriptionId, url }, row) {
      const changed = await execute(Prisma.sql`
        with changed as (
          update subscriptions set status = 'off' where id = ${subscriptionId}::uuid and url = ${url} and status <> 'off'
          returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
  };
}

function claimOf(now: Date): Prisma.Sql {
  const isDue = Prisma.sql`m.status = 'waiting' and m.due_at <= ${at(now)}
    and (s.status = 'on' or (s.status = 'pending' and m.facts->>'event' = ${pingEvent}))`;
  const until = new Date(now.getTime() + takenMs).toISOString();
  return Prisma.sql`
    with open as materialized (
      select s.id, s.status, (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(s.taken)
        where value::timestamptz > ${at(now)}) as taken
      from subscriptions s
      where s.status <> 'off' and (s.paused_until is null or s.paused_until <= ${at(now)})
        and exists (select from mails m where m.subscription_id = s.id and ${isDue})
      order by s.id for update skip locked
    ), due as (
      select m.id, s.id as subscription_id, s.taken from open s cross join lateral (
        select m.id from mails m where m.subscription_id = s.id and ${isDue}
        order by m.due_at limit ${togetherOf}::int - (select count(*) from jsonb_object_keys(s.taken)) for update skip locked
      ) m
    ), marked as (
      update subscriptions s set taken = d.taken || d.added
      from (
        select subscription_id, taken, jsonb_object_agg(id, ${until}::text) as added from due group by subscription_id, taken
      ) d where s.id = d.subscription_id
    )
    update mails m set attempts = m.attempts + 1, due_at = ${at(now)} + interval '1 millisecond'
      * (${[...waitsMs]}::float8[])[least(m.attempts + 1, ${waitsMs.length}::int)]
    from due d join subscriptions s on s.id = d.subscription_id, mails o
      left join request_log l on l.id = (o.facts->>'id')::uuid and l.created_at = o.created_at
    where m.id = d.id and o.id = d.id
    returning m.id, m.subscription_id as "subscriptionId", m.facts->>'id' as "eventId", m.facts->>'event' as event,
      m.created_at as "createdAt", m.attempts, s.url, s.secret, s.old_secret as "oldSecret",
      s.old_secret_until as "oldSecretUntil", s.created_by as "createdBy", s.failing_since as "failingSince",
      case when l.id is not null then jsonb_build_object('outcome', l.outcome, 'code', l.code, 'method', l.method,
        'userId', l.user_id, 'actorId', l.actor_id, 'orgId', l.org_id, 'clientId', l.client_id, 'ip', l.ip) end as entry`;
}
