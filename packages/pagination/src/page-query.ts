import type { KeysetPlan, OffsetPlan, PagePlan } from './page-plan.ts';
import { createPageSource, type PageSource, type SqlFragment } from './page-source.ts';

/** A page of one table. All SQL in it is constant text of the store. A caller's values go into `where.values`. */
export interface PageQuery {
  /** A table with created_at timestamptz(3), or timestamp(3) in UTC. All other SQL calls it `t`. */
  readonly table: string;
  /** The select list over `t` and `joins`. It is read for the records of the page only. */
  readonly columns: string;
  /** Joins for `columns`: each must find exactly one row or be a left join that finds at most one. */
  readonly joins?: string;
  /** The second column of the order. It is unique. The default is `id`. */
  readonly idColumn?: string;
  /** `bigint` is for all whole numbers. */
  readonly idType: 'uuid' | 'text' | 'bigint';
  /**
   * Ownership and filters, over `t` only (EXISTS for other tables). Where the rows of several owners are one list, a
   * condition for each owner, and no row matches two: each owner's rows are then read in the order of an index and
   * merged, so that nothing is sorted. Each condition numbers its own `$n`.
   */
  readonly where: SqlFragment | readonly SqlFragment[];
  /**
   * SQL of a query for `since timestamptz, rows`: how many records the list has from each `since` to the next one. A
   * `since` may have several parts; '-infinity' by itself gives the total. The transactions that insert and delete
   * keep them exact. An offset is reached from the nearest `since`. The query may use the values of `where`, numbered through.
   * For the rank of a cursor, the records between it and the next `since` are counted. Without it, all are.
   */
  readonly counter?: string;
  /**
   * Finds the keys of all that matches once, and takes total and page from these: for a condition that no index finds in
   * the order of the list, such as a part of a text. It stops at one key more than this number. A slice whose total is
   * above it is not the page; the store then asks without `findFirst`.
   */
  readonly findFirst?: number;
  /**
   * True where no filter of a caller is in `where`, and a test shows that the first page is planned well without its
   * values. With a single condition, such a page has one text, and may be sent under a name.
   */
  readonly unfiltered?: boolean;
  readonly plan: PagePlan;
}

/** As many records as the first page has at most, with the one that follows it. */
const mostFetched = 101;

interface Parts {
  /** One row: total, rank and what `page` starts from. */
  readonly totals: string;
  readonly page: string;
}

/**
 * Builds the one statement, and so the one snapshot, that answers a plan: the total, the live rank of a cursor, and
 * `limit + 1` records. They are found by key only (an index on the ownership columns, created_at desc, id desc covers
 * it), and only then joined and selected. readPageRows reads the rows that it returns, {@link PageRow}.
 * Source: requirement 2 "Pagination behaviour", contract part 0 "Pagination".
 */
export function buildPageQuery(query: PageQuery): SqlFragment & { readonly varies: boolean } {
  const { table, where, idColumn = 'id' } = query;
  const conditions = 'text' in where ? [where] : where;
  const matching = createPageSource(table, idColumn, conditions);
  const source = query.findFirst === undefined ? matching : sourceOfFound(matching, idColumn);
  const isNamed = conditions.length === 1 && isFirstPage(query);
  const parts = isNamed ? firstParts(source, query) : partsOf(source, query);
  const found =
    query.findFirst === undefined
      ? ''
      : `found as materialized (select ${matching.key} from ${matching.matching} limit ${query.findFirst + 1}), `;
  const text = `with ${found}totals as materialized (${parts.totals}), page as (${parts.page})
select totals.total::float8 as page_total_count, totals.rank::float8 as page_offset,
  (extract(epoch from page.created_at) * 1000)::float8 as page_created_ms, page.${idColumn} as page_id,
  ${query.columns}
from totals left join (
  page join ${table} t on t.${idColumn} = page.${idColumn} and t.created_at = page.created_at
  ${query.joins ?? ''}
) on true
order by page.created_at desc, page.${idColumn} desc`;
  // Every choice of filters and place has a text of its own.
  return { text, values: source.values, varies: !isNamed };
}

/** The keys that the CTE `found` holds, with the values that it was found by. */
function sourceOfFound({ values }: PageSource, idColumn: string): PageSource {
  return createPageSource('found', idColumn, [{ text: 'true', values }]);
}

function isFirstPage({ unfiltered = false, plan }: PageQuery): boolean {
  return unfiltered && plan.kind === 'offset' && plan.offset === 0 && plan.limit < mostFetched;
}

/** The inner limit shows the planner that few records are read; it does not know the outer one. */
function firstParts(source: PageSource, { plan, idColumn = 'id', counter }: PageQuery): Parts {
  const most = String(mostFetched);
  return {
    totals: sumOf(counter ?? countOf(source)),
    page: `select t.created_at, t.${idColumn} from (${source.newestFirst({ take: most, reach: most })}) t
  order by t.created_at desc, t.${idColumn} desc limit ${source.bind(plan.limit + 1, 'bigint')}`,
  };
}

function partsOf(source: PageSource, query: PageQuery): Parts {
  const { plan, counter } = query;
  return plan.kind === 'keyset' ? keysetParts(source, plan, query) : offsetParts(source, plan, counter);
}

/** PostgreSQL compares the row value by the index. The rank is the number of records that do not follow it. */
function keysetParts(source: PageSource, plan: KeysetPlan, { idType, counter }: PageQuery): Parts {
  const { matching, key, newestFirst, bind } = source;
  // As text of no type: a Date, and a cast where the column has no zone, would pass through the session's time zone.
  const instant = new Date(plan.after.createdAtMs).toISOString();
  const createdAt = bind(instant);
  const after = `(${key}) < (${createdAt}, ${bind(plan.after.id, idType)})`;
  const counted = `count(*) as total, count(*) - count(*) filter (where ${after}) as rank`;
  const take = bind(plan.limit + 1, 'bigint');
  return {
    totals: counter
      ? rankOf(source, counter, { after, createdAt, since: `${bind(instant)}::timestamptz` })
      : `select ${counted} from ${matching}`,
    page: newestFirst({ condition: after, take, reach: take }),
  };
}

/**
 * The page is scanned by key from the nearest place in the list that the counter knows: an end, or a `since` between the
 * ends. A newer place is on this side of the offset, an older one beyond the page. Only one branch has such a place; the
 * other scans nothing, since its bound is null. Where only the ends are known a bound would say nothing, and the planner
 * take it for a narrow one. The outer limit keeps the planner's estimate small.
 */
function offsetParts(source: PageSource, plan: OffsetPlan, counter?: string): Parts {
  const { newestFirst, oldestFirst, likeCreatedAt, bind } = source;
  const counts = counter ?? countOf(source);
  const fetch = bind(plan.limit + 1, 'bigint');
  if (plan.offset === 0) return { totals: sumOf(counts), page: newestFirst({ take: fetch, reach: fetch }) };

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
  const forward = newestFirst({
    condition: counter
      ? `t.created_at < (select ${likeCreatedAt('since')} ${newer})`
      : `(select place = 0 ${newer})`,
    skip: `(select ${offset} - place ${newer})`,
    take: fetch,
    reach: `(select ${offset} - place + ${fetch} ${newer})`,
  });
  const older = `from totals where place > ${offset}`;
  const backward = oldestFirst({
    condition: counter
      ? `t.created_at >= (select ${likeCreatedAt('since')} ${older})`
      : `(select true ${older})`,
    skip: `(select greatest(place - ${offset} - ${fetch}, 0) ${older})`,
    take: `(select least(${fetch}, place - ${offset}) ${older})`,
    reach: `(select place - ${offset} ${older})`,
  });
  return { totals, page: `select * from ((${forward}) union all (${backward})) reached limit ${fetch}` };
}

function countOf({ matching }: PageSource): string {
  return `select '-infinity'::timestamptz as since, count(*) as rows from ${matching}`;
}

/**
 * The records of all newer `since`, and those between the cursor and the next one. The cursor is bound twice: a parameter
 * has one type, and the column may have another than `since`.
 */
function rankOf(
  { matching, likeCreatedAt }: PageSource,
  counts: string,
  { after, createdAt, since }: { readonly after: string; readonly createdAt: string; readonly since: string },
): string {
  const next = `coalesce(min(since), 'infinity')`;
  return `with counts as materialized (${counts})
  select coalesce(sum(rows), 0) as total, coalesce(sum(rows) filter (where since > ${since}), 0) + (
    select count(*) from ${matching} and not (${after}) and t.created_at >= ${createdAt}
      and t.created_at < (select ${likeCreatedAt(next)} from counts where since > ${since})) as rank
  from counts`;
}

function sumOf(counts: string): string {
  return `select coalesce(sum(rows), 0) as total, null::bigint as rank from (${counts}) counts`;
}
