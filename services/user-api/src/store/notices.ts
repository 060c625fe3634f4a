import type { LogEntry } from '../request-log/request-log.ts';
import { Prisma } from './database.ts';

/** Single mails of an account in an hour; what is beyond them is counted in one mail. */
const mostOfHour = 10;
/** After the end of the hour, as clocks of replicas differ. */
const digestDelay = '1 minute';

/**
 * SQL: the next CTEs of a statement whose CTE `logged` writes `rows` of the request log and returns their id and time.
 * They write the notices about those rows, under the ids of the rows, to accounts with a verified address. A row for each
 * account and hour counts them; beyond ten it becomes a mail that says how many more there were, so that none is dropped.
 * Source: contract part 2 "Mail".
 */
export function noteRows(rows: readonly LogEntry[]): Prisma.Sql {
  const notices = rows.flatMap(({ id, userId, clientId, notice }) =>
    notice === undefined ? [] : [{ id, userId, clientId, recipient: null, locale: null, ...notice }],
  );
  if (notices.length === 0) return Prisma.empty;
  return Prisma.sql`, noticed as (
      select n.id, n.kind, coalesce(n.recipient, u.email) as recipient, u.id as user_id,
        coalesce(n.locale, u.locale, 'en') as locale, n."writtenAt" as written_at, l.created_at,
        n.facts || jsonb_strip_nulls(jsonb_build_object('clientName', c.name)) as facts,
        date_trunc('hour', n."writtenAt", 'UTC') as hour
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (id uuid, "userId" uuid, "clientId" text, kind text,
        facts jsonb, "writtenAt" timestamptz, recipient text, locale text)
      join logged l on l.id = n.id join users u on u.id = n."userId"
      left join oauth_clients c on c.id = n."clientId"
      where n.recipient is not null or (u.email_verified_at is not null and u.status <> 'deleted')
    ), counted_notices as (
      insert into mails as m (id, kind, recipient, user_id, locale, facts, status, due_at, created_at)
      select substr(encode(sha256(convert_to(user_id || ' ' || extract(epoch from hour), 'UTF8')), 'hex'), 1, 32)::uuid,
        ${kindOf(Prisma.sql`count(*)`)}, min(recipient), user_id, min(locale), ${factsOf(Prisma.sql`count(*)`)},
        'waiting', hour + interval '1 hour' + ${digestDelay}::interval, hour
      from noticed group by user_id, hour order by user_id, hour
      on conflict (id) do update set (kind, facts) = (
        select ${kindOf(Prisma.sql`total`)}, ${factsOf(Prisma.sql`total`)}
        from (select (m.facts->>'total')::int + (excluded.facts->>'total')::int as total) sum)
      returning m.user_id, m.created_at as hour, (m.facts->>'total')::int as total
    ), mailed as (
      insert into mails (id, kind, recipient, user_id, locale, facts, status, due_at, created_at)
      select id, kind, recipient, user_id, locale, facts, 'waiting', written_at, created_at
      from (
        select n.*, t.total - count(*) over same + row_number() over (partition by n.user_id, n.hour order by n.id) as place
        from noticed n join counted_notices t using (user_id, hour) window same as (partition by n.user_id, n.hour)
      ) placed where place <= ${mostOfHour}
      on conflict (id) do nothing
    )`;
}

/** What the row that counts is: nobody gets it while single mails say all. */
function kindOf(total: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`case when ${total} > ${mostOfHour} then 'digest' else 'none' end`;
}

function factsOf(total: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('total', ${total}, 'count', greatest(${total} - ${mostOfHour}, 0))`;
}
