import { totalNames } from '@latchkey/contracts';
import type { Period } from '@latchkey/pagination';
import { Prisma } from './database.ts';

/** The lists whose rows triggers count, because counting them for each page would cost too much. */
export type CountedList = 'users' | 'sessions' | 'request_log';

/** SQL: how many rows a list has of each day, for `counter` of buildPageQuery. */
export function totalOf(list: CountedList): string {
  return `select since, rows from row_counts where list = '${list}'`;
}

/**
 * SQL: the same for the rows of a period. Whole days are read from the counters; of the days that the period begins and
 * ends in, the rows are counted. The values of the statement begin with those of `createdWithin`.
 */
export function totalWithin(list: CountedList, { createdFromMs, createdToMs }: Period): string {
  const from = createdFromMs === undefined ? `'-infinity'::timestamptz` : '$1::timestamptz';
  const last = createdFromMs === undefined ? '$1' : '$2';
  const to = createdToMs === undefined ? `'infinity'::timestamptz` : `${last}::timestamptz`;
  const firstDay = `date_trunc('day', ${from} - interval '1 microsecond', 'UTC') + interval '1 day'`;
  const endDay = `date_trunc('day', ${to}, 'UTC')`;
  const rowsWithin = (since: string, until: string) =>
    `select ${since} as since, count(*) as rows from ${list} p where p.created_at >= ${since} and p.created_at < ${until}`;
  return `${totalOf(list)} and since >= ${firstDay} and since < ${endDay}
    union all ${rowsWithin(from, `least(${firstDay}, ${to})`)}
    union all ${rowsWithin(`greatest(${endDay}, ${firstDay})`, to)}`;
}

const sums = ['rows', ...totalNames];
const sumUp = Prisma.raw(sums.map((name) => `sum(${name})`).join(', '));

/**
 * A whole statement that puts one row in the place of those that count the same day of a list. It waits for no writer, and
 * only one at a time does it. It returns how many rows it wrote.
 */
export const foldCounts = Prisma.sql`with past as (
    select list, since from row_counts where (select pg_try_advisory_xact_lock(4007))
    group by list, since having count(*) > 1
  ), folded as (
    delete from row_counts c using past p where (c.list, c.since) = (p.list, p.since) returning c.*
  )
  insert into row_counts (list, since, ${Prisma.raw(sums.join(', '))})
  select list, since, ${sumUp} from folded group by list, since having sum(rows) <> 0`;
