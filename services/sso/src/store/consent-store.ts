import { buildPageQuery, escapeLikePattern, readPageRows, type PageRow } from '@latchkey/pagination';
import type { Consent, ConsentFilters, Consents } from '../oauth/consent/consents.ts';
import type { Database } from './database.ts';

/** `$1` is the person, `$2` now; the subquery makes one row of all the families. */
const joins = `cross join lateral (
  select max(f.issued_at) as used_at, (count(*) filter (where f.revoked_at is null
    and f.idle_expires_at > $2::timestamptz and f.absolute_expires_at > $2::timestamptz))::int as live_count
  from refresh_families f where f.user_id = t.user_id and f.client_id = t.client_id) families`;
const columns = `t.client_id as "clientId", t.client_name as "clientName", t.scope, t.created_at as "createdAt",
  case when t.revoked_at is null then 'active' else 'revoked' end as state, families.used_at as "lastUsedAt",
  families.live_count as "sessionCount"`;

/** Consents in Postgres. */
export function createConsentStore(database: Database): Consents {
  return {
    async search(userId, filters, plan, nowMs) {
      const { text, values } = buildPageQuery({
        table: 'consents',
        columns,
        joins,
        idType: 'uuid',
        where: conditionOf(userId, filters, nowMs),
        plan,
      });
      const rows = await database.$queryRawUnsafe<PageRow<Consent>[]>(text, ...values);
      return readPageRows(rows, plan, (row) => row);
    },
    async findLive(userId, clientId) {
      const where = { userId, clientId, revokedAt: null };
      const select = { scope: true, audience: true };
      return (await database.consent.findFirst({ where, select })) ?? undefined;
    },
    async revoke(userId, clientId, nowMs) {
      const key = { userId, clientId };
      const { count } = await database.consent.updateMany({
        where: { ...key, revokedAt: null },
        data: { revokedAt: new Date(nowMs) },
      });
      if (count === 1) return true;
      const known = await database.consent.findUnique({
        where: { userId_clientId: key },
        select: { id: true },
      });
      return known === null ? undefined : false;
    },
    async revokeAll(userId, nowMs) {
      await database.$executeRaw`
        update consents set revoked_at = ${new Date(nowMs)}
        where (user_id, client_id) in (
          -- In the order in which pickups hold them, so that no two statements wait for each other.
          select user_id, client_id from consents where user_id = ${userId} and revoked_at is null
          order by client_id for update
        ) and revoked_at is null`;
    },
  };
}

function conditionOf(userId: string, { clientId, scope, state, search }: ConsentFilters, nowMs: number) {
  const parts = ['t.user_id = $1 and $2::timestamptz is not null'];
  const values: unknown[] = [userId, new Date(nowMs).toISOString()];
  if (clientId !== undefined) parts.push(`t.client_id = $${values.push(clientId)}`);
  if (scope !== undefined) parts.push(`$${values.push(scope)} = any(t.scope)`);
  if (state !== undefined) parts.push(`t.revoked_at is ${state === 'active' ? 'null' : 'not null'}`);
  if (search !== undefined) {
    const pattern = `$${values.push(`%${escapeLikePattern(search)}%`)}`;
    parts.push(`(t.client_name ilike ${pattern} or t.client_id ilike ${pattern})`);
  }
  return { text: parts.join(' and '), values };
}
