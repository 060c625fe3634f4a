import type { PageRow } from '@latchkey/pagination';

/** A row of a page query without the columns that place the page. */
export function withoutPage<Columns>(row: Columns): Columns {
  const {
    page_total_count: _total,
    page_offset: _offset,
    page_created_ms: _createdMs,
    page_id: _id,
    ...columns
  } = row as PageRow<Columns>;
  return columns as Columns;
}
