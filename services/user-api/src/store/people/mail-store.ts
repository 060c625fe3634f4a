import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { ListedMail, MailFilters, MailStore } from '../../people/mail/mail-store.ts';
import { at, Prisma, type Database } from '../database.ts';
import { logChange } from '../request-log/log-change.ts';
import { isEmpty } from '../search-conditions.ts';

const columns = `t.id, t.kind, t.recipient, t.user_id as "userId", t.facts->>'event' as event, t.status, t.attempts,
  t.due_at as "dueAt", t.problem, t.subscription_id as "subscriptionId", t.created_at as "createdAt", t.ended_at as "endedAt"`;

export function createMailStore({ query, execute, prisma }: Database): MailStore {
  return {
    async search(filters, plan) {
      const page = buildPageQuery({
        table: 'mails',
        columns,
        idType: 'uuid',
        where: conditionOf(filters),
        unfiltered: isEmpty(filters),
        plan,
      });
      return readPageRows(await query<PageRow<ListedMail>>(page), plan, (row) => row);
    },
    async find(id) {
      return (
        (await prisma.mail.findUnique({ where: { id }, select: { id: true, userId: true } })) ?? undefined
      );
    },
    async sendAgain(id, row) {
      const now = at(row.createdAt);
      const changed = await execute(Prisma.sql`
        with changed as (
          update mails m set status = 'waiting', attempts = 0, due_at = ${now}, problem = null, ended_at = null
          where id = ${id}::uuid and status in ('sent', 'dead') and kind <> 'none'
            and (subscription_id is null or exists (select from subscriptions s where s.id = m.subscription_id))
            -- The address may be somebody else's by now; a link ends then.
            and (user_id is null or link_id is not null or exists (select from users u where u.id = m.user_id and u.email = m.recipient))
            and (link_id is null or exists (
            select from links l where l.id = m.link_id and l.ended_at is null and l.expires_at > ${now}))
          returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
  };
}

function conditionOf({ id, status, kind, recipient, userId, subscriptionId }: MailFilters): Prisma.Sql {
  const parts = [Prisma.sql`true`];
  if (id !== undefined) parts.push(Prisma.sql`t.id = ${id}::uuid`);
  if (status !== undefined) parts.push(Prisma.sql`t.status = ${status}`);
  if (kind !== undefined) parts.push(Prisma.sql`t.kind = ${kind}`);
  if (recipient !== undefined) parts.push(Prisma.sql`t.recipient = ${recipient}`);
  if (userId !== undefined) parts.push(Prisma.sql`t.user_id = ${userId}::uuid`);
  if (subscriptionId !== undefined) parts.push(Prisma.sql`t.subscription_id = ${subscriptionId}::uuid`);
  return Prisma.join(parts, ' and ');
}
