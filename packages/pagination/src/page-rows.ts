import type { PagePlan, PageSlice, RowKey } from './page-plan.ts';

/** A row of a page query: the store's own columns and those that give the position of the page. */
export type PageRow<Columns> = Columns & {
  page_total_count: number;
  /** Live rank of a cursor; null for the page of an offset. */
  page_offset: number | null;
  /** Key of the record; null in the single row of an empty page. */
  page_created_ms: number | null;
  page_id: string | number | bigint | null;
};

/**
 * Reads what the statement of buildPageQuery returned. It drops the record that only says that a page follows.
 * Throws an Error where created_at is finer than a millisecond: a cursor could not name the place of such a record, and
 * the next page would leave records out.
 */
export function readPageRows<Columns, Item>(
  rows: readonly PageRow<Columns>[],
  plan: PagePlan,
  toItem: (row: Columns) => Item,
): PageSlice<Item> {
  const [first] = rows;
  if (!first) throw new Error('A page query returns one row at least');
  const found = rows.filter((row) => row.page_id !== null);
  if (!found.every((row) => Number.isInteger(Number(row.page_created_ms))))
    throw new Error('created_at is finer than a millisecond: make the column timestamptz(3)');
  const page = found.slice(0, plan.limit);
  const last = found.length > plan.limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => toItem(ownColumns(row))),
    totalCount: first.page_total_count,
    offset: plan.kind === 'offset' ? plan.offset : Number(first.page_offset),
    lastKey: last ? { createdAtMs: Number(last.page_created_ms), id: String(last.page_id) } : null,
  };
}

/** The store's own columns, without the position of the page. */
function ownColumns<Columns>(row: PageRow<Columns>): Columns {
  const {
    page_total_count: _total,
    page_offset: _offset,
    page_created_ms: _createdMs,
    page_id: _id,
    ...columns
  }: PageRow<unknown> = row;
  return columns as Columns;
}

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
