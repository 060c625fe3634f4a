import type { KeysetPlan, OffsetPlan, PagePlan } from './page-plan.ts';

/** SQL with `$1…$n` and their values, such as Prisma.sql`…` makes. */
export interface SqlFragment {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A page of one table. All SQL in it is constant text of the store. A caller's values go into `where.values`. */
export interface PageQuery {
  /** A table with created_at timestamptz(3). All other SQL calls it `t`. */
  readonly table: string;
  /** The select list over `t` and `joins`. It is read for the records of the page only. */
  readonly columns: string;
  /** Joins for `columns`: each must find exactly one row or be a left join that finds at most one. */
  readonly joins?: string;
  /** The second column of the order. It is unique. The default is `id`. */
  readonly idColumn?: string;
  readonly idType: 'uuid' | 'text';
  /**
   * Ownership and filters, over `t` alone (EXISTS for other tables). Where the rows of several owners are one list, a
   * condition for each owner, and no row matches two: each owner's rows are then read in the order of an index and
   * merged, so that nothing is sorted. `$n` of a condition counts its own values.
   */
  readonly where: SqlFragment | readonly SqlFragment[];
  /**
   * SQL of a query for `since timestamptz, rows`: how many records the list has from each `since` to the next one. A
   * `since` may come in several parts, and '-infinity' alone tells the total. The transactions that insert and delete
   * keep them exact. An offset is reached from the nearest `since`. The query may use the values of a single `where`.
   * Without it, the total is counted and the rank of a cursor is live.
   */
  readonly counter?: string;
  readonly plan: PagePlan;
}

type SelectKeys = (condition?: string, most?: string) => string;

interface Source {
  /** `table t where …` */
  readonly matching: string;
  /** `t.created_at, t.id` */
  readonly key: string;
  /** Selects the keys that match and meet a further condition: all of them, or `most` at the least. */
  readonly newestFirst: SelectKeys;
  readonly oldestFirst: SelectKeys;
  bind: (value: unknown, type: string) => string;
}

interface Parts {
  /** One row: total, rank and what `page` starts from. */
  readonly totals: string;
  /** The keys of the page's records. */
  readonly page: string;
}

/**
 * Builds the one statement, and so the one snapshot, that answers a plan: the total, the live rank of a cursor, and
 * `limit + 1` records. They are found by key alone (an index on the ownership columns, created_at desc, id desc covers
 * it), and only then joined and selected. readPageRows reads the rows that it returns, {@link PageRow}.
 * Source: requirement 2 "Pagination behaviour", contract part 0 "Pagination".
 */
export function buildPageQuery(query: PageQuery): SqlFragment {
  const { plan, idColumn = 'id' } = query;
  const values: unknown[] = [];
  const key = `t.created_at, t.${idColumn}`;
  const conditions = readConditions(query.where, values);
  const select = (condition: string) => `select ${key} from ${query.table} t where (${condition})`;
  const keysBy = (order: string) => keysInOrder(conditions.map(select), order);
  const source: Source = {
    matching: `(${unite(conditions.map(select))}) t`,
    key,
    newestFirst: keysBy(`order by t.created_at desc, t.${idColumn} desc`),
    oldestFirst: keysBy(`order by t.created_at, t.${idColumn}`),
    bind: (value, type) => `$${values.push(value)}::${type}`,
  };
  const parts =
    plan.kind === 'keyset' ? keysetParts(source, plan, query) : offsetParts(source, plan, query.counter);
  const text = `with totals as materialized (${parts.totals}), page as (${parts.page})
select totals.total::float8 as page_total_count, totals.rank::float8 as page_offset,
  (extract(epoch from page.created_at) * 1000)::float8 as page_created_ms, page.${idColumn} as page_id,
  ${query.columns}
from totals left join (
  page join ${query.table} t on t.${idColumn} = page.${idColumn} and t.created_at = page.created_at
  ${query.joins ?? ''}
) on true
order by page.created_at desc, page.${idColumn} desc`;
  return { text, values };
}

/** The texts of the conditions, numbered on through `values`, which takes theirs. */
function readConditions(where: PageQuery['where'], values: unknown[]): string[] {
  const conditions = 'text' in where ? [where] : where;
  if (conditions.length === 0) return ['false'];
  return conditions.map(({ text, values: own }) => {
    const before = values.length;
    values.push(...own);
    return text.replaceAll(/\$(\d+)/g, (_place, number: string) => `$${Number(number) + before}`);
  });
}

/**
 * PostgreSQL merges the branches of a UNION ALL by their indexes only where each of them is ordered, and reads a few rows
 * of each only where each has a limit.
 */
function keysInOrder(branches: readonly string[], order: string): SelectKeys {
  return (condition = 'true', most) => {
    const ordered = branches.map((branch) => `${branch} and ${condition} ${order}`);
    if (branches.length === 1) return unite(ordered);
    return `select * from (${unite(ordered.map((branch) => `${branch} ${most ? `limit ${most}` : ''}`))}) t ${order}`;
  };
}

function unite(branches: readonly string[]): string {
  return branches.length === 1 ? branches.join('') : `(${branches.join(') union all (')})`;
}

/** PostgreSQL compares the row value by the index. The rank counts the records that do not come after it. */
function keysetParts(source: Source, plan: KeysetPlan, { idType, counter }: PageQuery): Parts {
  const { matching, key, newestFirst, bind } = source;
  // As text: a Date would pass through the session's time zone on its way in.
  const createdAt = bind(new Date(plan.after.createdAtMs).toISOString(), 'timestamptz');
  const after = `(${key}) < (${createdAt}, ${bind(plan.after.id, idType)})`;
  const fetch = bind(plan.limit + 1, 'bigint');
  const counted = `count(*) as total, count(*) - count(*) filter (where ${after}) as rank`;
  return {
    totals: counter ? sumOf(counter) : `select ${counted} from ${matching}`,
    page: `${newestFirst(after, fetch)} limit ${fetch}`,
  };
}

/**
 * The page is scanned by key from the nearest place in the list that the counter knows: an end, or a `since` between the
 * ends. A newer place is on this side of the offset, an older one beyond the page. Only one branch has such a place; a
 * bound of null scans nothing. The outer limit keeps the planner's estimate small.
 */
function offsetParts(source: Source, plan: OffsetPlan, counter?: string): Parts {
  const { matching, newestFirst, oldestFirst, bind } = source;
  const counts = counter ?? `select '-infinity'::timestamptz as since, count(*) as rows from ${matching}`;
  const fetch = bind(plan.limit + 1, 'bigint');
  if (plan.offset === 0)
    return { totals: sumOf(counts), page: `${newestFirst('true', fetch)} limit ${fetch}` };

  const offset = bind(plan.offset, 'bigint');
  const totals = `select total, null::bigint as rank, place, since
  from (
    select since, place, max(place) over () as total from (
      select 'infinity'::timestamptz as since, 0::bigint as place
      union all
      select since, sum(sum(rows)) over (order by since desc)::bigint from (${counts}) counts group by since
    ) ends
  ) places
  order by case
    when place <= ${offset} then ${offset} + ${fetch} - place
    when place >= least(${offset} + ${fetch}, total) then place - ${offset}
  end limit 1`;
  const newer = `from totals where place <= ${offset}`;
  const older = `from totals where place > ${offset}`;
  const forward = `${newestFirst(`t.created_at < (select since ${newer})`, `${offset} + ${fetch}`)}
  offset (select ${offset} - place ${newer}) limit ${fetch}`;
  const backward = `${oldestFirst(`t.created_at >= (select since ${older})`)}
  offset (select greatest(place - ${offset} - ${fetch}, 0) ${older})
  limit (select least(${fetch}, place - ${offset}) ${older})`;
  return { totals, page: `select * from ((${forward}) union all (${backward})) reached limit ${fetch}` };
}

function sumOf(counts: string): string {
  return `select coalesce(sum(rows), 0) as total, null::bigint as rank from (${counts}) counts`;
}
