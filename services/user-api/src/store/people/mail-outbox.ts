import type { LinkPurpose } from '@latchkey/contracts';
import { waitsMs, type DueMail, type MailOutbox } from '../../people/mail/outbox.ts';
import { at, Prisma, type Database } from '../database.ts';

interface DueRow extends Omit<DueMail, 'link'> {
  readonly purpose: LinkPurpose | null;
  readonly email: string;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

/** The outbox in PostgreSQL. A sender locks no row while it waits for the mail server. */
export function createMailOutbox({ query, execute }: Pick<Database, 'query' | 'execute'>): MailOutbox {
  return {
    async claim(now, most) {
      const rows = await query<DueRow>(Prisma.sql`
        with due as (
          select id, link_id from mails where status = 'waiting' and subscription_id is null and due_at <= ${at(now)}
          order by due_at limit ${most} for update skip locked
        )
        update mails m set attempts = m.attempts + 1, due_at = ${at(now)} + interval '1 millisecond'
          * (${[...waitsMs]}::float8[])[least(m.attempts + 1, ${waitsMs.length}::int)]
        from due d left join links l on l.id = d.link_id where m.id = d.id
        returning m.id, m.kind, m.recipient, m.user_id as "userId", m.link_id as "linkId", m.locale, m.facts, m.status,
          m.attempts, m.due_at as "dueAt", m.created_at as "createdAt", l.purpose, l.email,
          l.expires_at as "expiresAt", l.ended_at as "endedAt"`);
      return rows.map(toDueMail);
    },
    async settle(id, { status, problem }, now) {
      await execute(Prisma.sql`
        update mails set status = ${status}, problem = ${problem},
          ended_at = ${at(status === 'waiting' ? null : now)} where id = ${id}::uuid and status = 'waiting'`);
    },
  };
}

function toDueMail({ purpose, email, expiresAt, endedAt, ...mail }: DueRow): DueMail {
  const { linkId } = mail;
  const hasLink = linkId !== null && purpose !== null;
  return { ...mail, link: hasLink ? { id: linkId, purpose, email, expiresAt, endedAt } : null };
}
