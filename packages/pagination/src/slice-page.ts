import type { PagePlan, PageSlice, RowKey } from './page-plan.ts';

/**
 * The page of a plan, for stores in memory: the twin of a page query. The `rows` match the search and may be in any
 * order. The offset of a cursor page is its live rank.
 */
export function slicePage<Row>(
  rows: readonly Row[],
  plan: PagePlan,
  keyOf: (row: Row) => RowKey,
): PageSlice<Row> {
  const sorted = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((left, right) => compareKeys(right.key, left.key));
  const offset =
    plan.kind === 'offset'
      ? plan.offset
      : sorted.filter(({ key }) => compareKeys(key, plan.after) >= 0).length;
  const page = sorted.slice(offset, offset + plan.limit);
  const hasMore = sorted.length > offset + plan.limit;
  return {
    items: page.map(({ row }) => row),
    totalCount: rows.length,
    offset,
    lastKey: hasMore ? (page.at(-1)?.key ?? null) : null,
  };
}

function compareKeys(left: RowKey, right: RowKey): number {
  return left.createdAtMs - right.createdAtMs || (left.id < right.id ? -1 : Number(left.id > right.id));
}
