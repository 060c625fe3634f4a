/** The place of a record in the one total order. */
export interface RowKey {
  /** created_at in milliseconds since 1970. It has no finer precision. */
  readonly createdAtMs: number;
  readonly id: string;
}

/** The records that were made in a period of time; both ends are in milliseconds since 1970. */
export interface Period {
  readonly createdFromMs?: number | undefined;
  /** Exclusive. */
  readonly createdToMs?: number | undefined;
}

/** The page that starts `offset` records from the newest. */
export interface OffsetPlan {
  readonly kind: 'offset';
  /** The highest number of records on the page, normalised. */
  readonly limit: number;
  /** 0-based; `offset + limit` is a safe integer. */
  readonly offset: number;
  /** What the cursors of this search are sealed for. */
  readonly binding: string;
}

/** The page that follows the record `after`, whether that record still exists or not. */
export interface KeysetPlan {
  readonly kind: 'keyset';
  readonly limit: number;
  readonly after: RowKey;
  readonly binding: string;
}

/** A validated request for one page. It is plain data, so that it may also be sent to a sibling service. */
export type PagePlan = OffsetPlan | KeysetPlan;

/** What a store found for a plan, all in one snapshot. */
export interface PageSlice<Item> {
  /** At most `limit` records, newest first. */
  readonly items: readonly Item[];
  /** Matching records before paging. */
  readonly totalCount: number;
  /** Effective offset of the first item; after a cursor its live rank. */
  readonly offset: number;
  /** Key of the last item where more records follow, else null. */
  readonly lastKey: RowKey | null;
}
