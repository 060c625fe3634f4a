import { totalNames } from '@latchkey/contracts';
import { addToCounters, addUp, fieldsBut } from '@latchkey/database';
import type { Period } from '@latchkey/pagination';
import type { LogEntry } from '../request-log/request-log.ts';
import { insertFrom, Prisma } from './database.ts';
import { noteRows } from './notices.ts';

const fieldsOf = {
  users: fieldsBut(Prisma.UserScalarFieldEnum),
  sessions: fieldsBut(Prisma.SessionScalarFieldEnum),
  request_log: fieldsBut(Prisma.RequestLogEntryScalarFieldEnum),
} as const;

/** The lists whose rows are counted as they come and go, because counting them for each page would cost too much. */
export type CountedList = keyof typeof fieldsOf;

/** SQL: what CTEs return of the rows that {@link countRows} counts. */
export const countedColumns = {
  users: 'created_at',
  sessions: 'created_at',
  request_log: 'created_at, event, outcome',
} as const satisfies Record<CountedList, string>;

/** The order that every statement and every transaction counts in. */
const order: readonly CountedList[] = ['users', 'sessions', 'request_log'];

/** The CTE whose rows a statement adds to a list or removes from it. */
type Change = { readonly added: string } | { readonly removed: string };

/**
 * The last CTEs of a statement that adds or removes rows of counted lists: they keep the counters, one of each UTC day.
 * Each CTE of `changes` returns its rows with their {@link countedColumns}. A counter stays locked until the transaction ends. So that no
 * two transactions wait for each other in a ring, a transaction locks counters last, in the order users, sessions,
 * request_log, and in the order of the days: in a statement, every write is read by these CTEs or its rows are locked
 * already; in a transaction, the statement that counts is the last one.
 */
export function countRows(changes: Readonly<Partial<Record<CountedList, Change>>>): Prisma.Sql {
  const changed = order.flatMap((list) => {
    const change = changes[list];
    return change === undefined ? [] : [{ list, change }];
  });
  const parts = changed.map(({ list, change }, at) => {
    const [sign, from] = 'added' in change ? ['', change.added] : ['-', change.removed];
    const before = changed[at - 1];
    const totals = totalNames.map((name) => [
      name,
      `${sign}count(*) filter (where log_total(event, outcome) = '${name}')`,
    ]);
    const counted = addToCounters({
      table: 'row_counts',
      keys: { list: `'${list}'`, since: `date_trunc('day', created_at, 'UTC')` },
      sums: { rows: `${sign}count(*)`, ...(list === 'request_log' && Object.fromEntries(totals)) },
      from,
      after: before && `counted_${before.list}`,
    });
    return `counted_${list} as (${counted})`;
  });
  return Prisma.raw(parts.join(', '));
}

/** The beginning of an insert into a counted list. Conditions, ON CONFLICT and RETURNING may follow. */
export function insertRows(list: CountedList, records: readonly object[]): Prisma.Sql {
  const [first = {}] = records;
  const fields = fieldsOf[list].filter((field) => field in first);
  return insertFrom(list, fields, records);
}

/**
 * CTEs that write rows of the request log, where `tail`, a condition or an ON CONFLICT, allows it, and the notices about
 * them. The last one is `logged`, which has a row for each with its {@link countedColumns}.
 */
export function logRows(rows: readonly LogEntry[], tail = Prisma.empty): Prisma.Sql {
  return Prisma.sql`written as (${insertRows('request_log', rows)} ${tail}
      returning id, ${Prisma.raw(countedColumns.request_log)}),
    ${noteRows(rows)}`;
}

/** A whole statement that inserts records and counts them. It returns one row for each that it inserted. */
export function addRows(
  list: 'users' | 'sessions',
  records: readonly object[],
  tail?: Prisma.Sql,
): Prisma.Sql;
export function addRows(list: 'request_log', rows: readonly LogEntry[], tail?: Prisma.Sql): Prisma.Sql;
export function addRows(list: CountedList, records: readonly object[], tail = Prisma.empty): Prisma.Sql {
  if (list === 'request_log')
    return Prisma.sql`with ${logRows(records as LogEntry[], tail)}, ${countRows({ request_log: { added: 'logged' } })}
      select from logged`;
  return Prisma.sql`with added as (${insertRows(list, records)} ${tail} returning created_at),
    ${countRows({ [list]: { added: 'added' } })} select from added`;
}

/** A whole statement that deletes rows of a list and counts them. It returns one row for each that it deleted. */
export function removeRows(list: CountedList, removal: Prisma.Sql): Prisma.Sql {
  const columns = Prisma.raw(countedColumns[list]);
  return Prisma.sql`with removed as (${removal} returning ${columns}), ${countRows({ [list]: { removed: 'removed' } })}
    select from removed`;
}

export function isCounted(table: string): table is CountedList {
  return table in fieldsOf;
}

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

/**
 * A whole statement that adds up the shards of the days that began before, which hardly anybody writes to any more, so
 * that a few rows say what a list has. It waits for no writer. It returns one row for each day that it wrote.
 */
export function foldDays(before: Prisma.Sql): Prisma.Sql {
  const sums = ['rows', ...totalNames];
  return Prisma.sql`with past as (
      select list, since, shard from row_counts where since < ${before} and shard >= 0 for update skip locked
    ), folded as (
      delete from row_counts c using past p where (c.list, c.since, c.shard) = (p.list, p.since, p.shard) returning c.*
    )
    insert into row_counts as c (list, since, shard, ${Prisma.raw(sums.join(', '))})
    select list, since, -1, ${Prisma.raw(sums.map((name) => `sum(${name})`).join(', '))}
    from folded group by list, since order by list, since
    ${Prisma.raw(addUp(['list', 'since', 'shard'], sums))} returning c.since`;
}
