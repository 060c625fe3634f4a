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
const sumsWith = (end: string, link: string) =>
  Prisma.raw(sums.map((name) => `sum(${name})${end}`).join(link));

/**
 * A whole statement that puts one row in the place of those that count the same day of a list. It waits for no writer, and
 * only one at a time does it. Where nobody has for long, it takes a part of them, to end within the limit of a statement.
 */
export const foldCounts = Prisma.sql`with found as (
    select id, count(*) over (partition by list, since) as alike from (
      select id, list, since from row_counts where (select pg_try_advisory_xact_lock(4007)) limit 50000
    ) part
  ), folded as (
    delete from row_counts c using found f where c.id = f.id and f.alike > 1 returning c.*
  )
  insert into row_counts (list, since, ${Prisma.raw(sums.join(', '))})
  select list, since, ${sumsWith('', ', ')} from folded group by list, since having ${sumsWith(' <> 0', ' or ')}`;
