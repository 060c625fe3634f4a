import { totalNames } from '@latchkey/contracts';
import { fieldsBut, selectList } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import { eventsOf } from '../../request-log/log-kinds.ts';
import { approvals } from '../../request-log/notice.ts';
import type {
  Approval,
  ListedEntry,
  LogFilters,
  PersonScope,
  RequestLogStore,
} from '../../request-log/request-log.ts';
import { anyOf, at, Prisma, type Database } from '../database.ts';
import { totalOf } from '../row-counts.ts';
import { createdWithin, hasPart, isEmpty, ofPerson, orgIdOf } from '../search-conditions.ts';
import { writeLog } from './write-log.ts';

const columns = `${selectList(fieldsBut(Prisma.RequestLogEntryScalarFieldEnum))}, c.name as "clientName",
  o.slug as "orgSlug", u.email as "userEmail", a.email as "actorEmail"`;
const joins = `left join oauth_clients c on c.id = t.client_id left join orgs o on o.id = t.org_id
  left join users u on u.id = t.user_id left join users a on a.id = t.actor_id`;

export const logList = { table: 'request_log', columns, joins, idType: 'uuid' } as const;

const sumsOfTotals = Prisma.raw(totalNames.map((name) => `sum(${name})::float8 as ${name}`).join(', '));

export function createRequestLogStore({ execute, query }: Database): RequestLogStore {
  return {
    async add(entry) {
      await execute(writeLog([entry]));
    },
    addMissing(entries) {
      // Of two that write the same rows, one waits for the other: in different orders each would wait.
      const rows = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      return execute(writeLog(rows, Prisma.sql`on conflict do nothing`));
    },
    async remove({ id, createdAt }) {
      const removal = Prisma.sql`delete from request_log where id = ${id}::uuid and created_at = ${at(createdAt)}`;
      await execute(removal);
    },
    listApprovals(rows, since) {
      const idsOf = (field: 'id' | 'userId') => rows.flatMap((row) => row[field] ?? []);
      return query<Approval>(Prisma.sql`
        select distinct user_id as "userId", client_id as "clientId", details->>'device_name' as "deviceName",
          details->>'request_ip' as "deviceIp"
        from request_log where user_id = ${anyOf(idsOf('userId'), 'uuid')} and event = any(${[...approvals]}::text[])
          and created_at > ${at(since)} and not id = ${anyOf(idsOf('id'), 'uuid')}`);
    },
    countByDay: (from, to) =>
      query(Prisma.sql`
        select since, ${sumsOfTotals} from row_counts
        where list = 'request_log' and since >= ${at(from)} and since < ${at(to)} group by since`),
    async search(scope, filters, plan) {
      const page = buildPageQuery({
        ...logList,
        where: conditionOf(scope, filters),
        unfiltered: isEmpty(filters),
        ...(scope.all && isEmpty(filters) && { counter: totalOf('request_log') }),
        plan,
      });
      return readPageRows(await query<PageRow<ListedEntry>>(page), plan, (row) => row);
    },
  };
}

/** Ownership first: a filter can only narrow what the caller may see. */
function conditionOf(scope: PersonScope, filters: LogFilters): Prisma.Sql {
  return Prisma.join([ofPerson(scope), ...narrowBy(scope, filters)], ' and ');
}

function narrowBy(scope: PersonScope, filters: LogFilters): Prisma.Sql[] {
  const { kind, event, outcome, method, clientId, ip, userId, org, search } = filters;
  const parts = createdWithin(filters);
  if (kind !== undefined) parts.push(Prisma.sql`t.event = any(${eventsOf(kind)}::text[])`);
  if (event !== undefined) parts.push(Prisma.sql`t.event = ${event}`);
  if (outcome !== undefined) parts.push(Prisma.sql`t.outcome = ${outcome}`);
  if (method !== undefined) parts.push(Prisma.sql`t.method = ${method}`);
  if (clientId !== undefined) parts.push(Prisma.sql`t.client_id = ${clientId}`);
  if (ip !== undefined) parts.push(Prisma.sql`t.ip = ${ip}`);
  if (ip !== undefined && !scope.all) parts.push(Prisma.sql`t.actor_id is null`);
  if (userId !== undefined) parts.push(Prisma.sql`t.user_id = ${userId}::uuid`);
  if (org !== undefined) parts.push(Prisma.sql`t.org_id = ${orgIdOf(org)}`);
  if (search !== undefined)
    parts.push(
      Prisma.sql`exists (select from users p where p.id = t.user_id and ${hasPart(['p.email'], search)})`,
    );
  return parts;
}
