import { fieldsBut, selectList } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { SessionModel } from '../../../prisma/generated/models.ts';
import type { PersonScope } from '../../request-log/request-log.ts';
import { statusOf, type ListedSession, type SessionFilters } from '../../sessions/session-list.ts';
import type { SessionStore } from '../../sessions/session-store.ts';
import { childIdleSeconds, rootIdleSeconds, rootLifeSeconds, type Session } from '../../sessions/session.ts';
import { at, Prisma, type Database } from '../database.ts';
import { totalOf } from '../row-counts.ts';
import { createdWithin, isEmpty, ofPerson, orgIdOf, userHasPart } from '../search-conditions.ts';

export type SessionRow = Omit<SessionModel, 'tokenHash'> &
  Pick<ListedSession, 'clientName' | 'orgSlug' | 'email'>;

const columns = `${selectList(fieldsBut(Prisma.SessionScalarFieldEnum, 'tokenHash'))}, c.name as "clientName",
  o.slug as "orgSlug", u.email`;
const joins = `join users u on u.id = t.user_id
  left join oauth_clients c on c.id = t.client_id left join orgs o on o.id = t.org_id`;

export const sessionList = { table: 'sessions', columns, joins, idType: 'uuid' } as const;

export function createSessionSearch({ query }: Pick<Database, 'query'>): SessionStore['search'] {
  return async (scope, filters, { plan, now }) => {
    const page = buildPageQuery({
      ...sessionList,
      where: conditionsOf(scope, filters, now),
      unfiltered: isEmpty(filters),
      ...(scope.all && isEmpty(filters) && { counter: totalOf('sessions') }),
      plan,
    });
    return readPageRows(await query<PageRow<SessionRow>>(page), plan, (row) => toListedSession(row, now));
  };
}

const idleTime = Prisma.raw(
  `make_interval(secs => case t.kind when 'root' then ${rootIdleSeconds} else ${childIdleSeconds} end)`,
);

/** The condition that a session `t` is neither past its end nor unused for too long. */
export function isUnderWay(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`t.expires_at > ${now} and t.last_seen_at > ${now} - ${idleTime}`;
}

/** Ownership first: a filter can only narrow what the caller may see. No row meets two of the conditions. */
function conditionsOf(scope: PersonScope, filters: SessionFilters, now: Date): Prisma.Sql[] {
  const narrowed = Prisma.join([ofPerson(scope), ...narrowBy(filters)], ' and ');
  if (filters.status === undefined) return [narrowed];
  return hasStatus(filters.status, now).map((state) => Prisma.sql`${narrowed} and ${state}`);
}

function narrowBy({ kind, clientId, userId, org, ip, search, ...period }: SessionFilters): Prisma.Sql[] {
  const parts = createdWithin(period);
  if (kind !== undefined) parts.push(Prisma.sql`t.kind = ${kind}`);
  if (clientId !== undefined) parts.push(Prisma.sql`t.client_id = ${clientId}`);
  if (userId !== undefined) parts.push(Prisma.sql`t.user_id = ${userId}::uuid`);
  if (org !== undefined) parts.push(Prisma.sql`t.org_id = ${orgIdOf(org)}`);
  if (ip !== undefined) parts.push(Prisma.sql`t.ip = ${ip}`);
  if (search !== undefined)
    parts.push(
      Prisma.sql`exists (select from users p where p.id = t.user_id and ${userHasPart('p', search)})`,
    );
  return parts;
}

/**
 * A session that was not revoked and is older than any session lives has expired. Of the younger ones the rows are read:
 * when they were last used is in no index, so that noting a use stays a small write.
 */
function hasStatus(status: ListedSession['status'], now: Date): Prisma.Sql[] {
  if (status === 'revoked') return [Prisma.sql`t.revoked_at is not null`];
  const oldest = at(new Date(now.getTime() - rootLifeSeconds * 1000));
  const young = Prisma.sql`t.revoked_at is null and t.created_at > ${oldest}`;
  if (status === 'active') return [Prisma.sql`${young} and ${isUnderWay(at(now))}`];
  return [
    Prisma.sql`${young} and not (${isUnderWay(at(now))})`,
    Prisma.sql`t.revoked_at is null and t.created_at <= ${oldest}`,
  ];
}

export function toListedSession(row: SessionRow, now: Date): ListedSession {
  const session = { ...row, kind: row.kind as Session['kind'] };
  return { ...session, status: statusOf(session, now) };
}
