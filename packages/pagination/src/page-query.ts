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
   * Scalar SQL, such as a subquery, that reads the total from a counter kept exact in the transactions that insert
   * and delete. It may use the values of a single `where`. Without it, the total is counted and the rank of a cursor is
   * live.
   */
  readonly counter?: string;
  readonly plan: PagePlan;
}

interface Source {
  /** `table t where …` */
  readonly matching: string;
  /** `t.created_at, t.id` */
  readonly key: string;
  /** Selects the keys that match, and a further condition where one is given. */
  readonly newestFirst: (condition?: string) => string;
  readonly oldestFirst: (condition?: string) => string;
  bind: (value: unknown, type: string) => string;
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
  const keysBy = (order: string) => (condition?: string) =>
    `select ${key} from ${matchingOf(conditions, query.table, key, order)}
    ${condition ? `and ${condition}` : ''} ${order}`;
  const source: Source = {
    matching: matchingOf(conditions, query.table, key),
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
  return ('text' in where ? [where] : where).map(({ text, values: own }) => {
    const before = values.length;
    values.push(...own);
    return text.replaceAll(/\$(\d+)/g, (_place, number: string) => `$${Number(number) + before}`);
  });
}

/** PostgreSQL merges the branches of a UNION ALL by their indexes only where each of them is ordered. */
function matchingOf(conditions: readonly string[], table: string, key: string, order = ''): string {
  const [only = 'false', another] = conditions;
  if (another === undefined) return `${table} t where (${only})`;
  const branches = conditions.map((each) => `(select ${key} from ${table} t where (${each}) ${order})`);
  return `(${branches.join(' union all ')}) t where true`;
}

/** PostgreSQL compares the row value by the index. The rank counts the records that do not come after it. */
function keysetParts(source: Source, plan: KeysetPlan, query: PageQuery): { totals: string; page: string } {
  const { matching, key, newestFirst, bind } = source;
  // As text: a Date would pass through the session's time zone on its way in.
  const createdAt = bind(new Date(plan.after.createdAtMs).toISOString(), 'timestamptz');
  const after = `(${key}) < (${createdAt}, ${bind(plan.after.id, query.idType)})`;
  const counted = `count(*) as total, count(*) - count(*) filter (where ${after}) as rank`;
  return {
    totals: query.counter ? counterTotals(query.counter) : `select ${counted} from ${matching}`,
    page: `${newestFirst(after)} limit ${bind(plan.limit + 1, 'bigint')}`,
  };
}

/**
 * A page of the first half is scanned from the newest record, one of the second half from the oldest, and one past the
 * end not at all. A branch whose condition is false is not executed. The outer limit keeps the planner's estimate small.
 */
function offsetParts(source: Source, plan: OffsetPlan, counter?: string): { totals: string; page: string } {
  const { matching, newestFirst, oldestFirst, bind } = source;
  const totals = counter
    ? counterTotals(counter)
    : `select count(*) as total, null::bigint as rank from ${matching}`;
  const fetch = bind(plan.limit + 1, 'bigint');
  if (plan.offset === 0) return { totals, page: `${newestFirst()} limit ${fetch}` };

  const offset = bind(plan.offset, 'bigint');
  const forward = `${newestFirst(`(select ${offset} * 2 <= total from totals)`)}
  offset ${offset} limit ${fetch}`;
  const backward = `${oldestFirst(`(select ${offset} * 2 > total and ${offset} < total from totals)`)}
  offset (select greatest(total - ${offset} - ${fetch}, 0) from totals)
  limit (select greatest(least(${fetch}, total - ${offset}), 0) from totals)`;
  return { totals, page: `select * from ((${forward}) union all (${backward})) reached limit ${fetch}` };
}

function counterTotals(counter: string): string {
  return `select coalesce((${counter})::bigint, 0) as total, null::bigint as rank`;
}
