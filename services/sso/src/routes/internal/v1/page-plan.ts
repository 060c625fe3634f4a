import type { PagePlan, PageSlice } from '@latchkey/pagination';

interface SentPlan {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: { readonly createdAtMs: number; readonly id: string };
}

/** Reads a page plan: the page after a record, else the page of an offset. */
export function readPlan({ limit, offset = 0, after }: SentPlan): PagePlan {
  const page = { limit, binding: '' };
  return after === undefined ? { kind: 'offset', offset, ...page } : { kind: 'keyset', after, ...page };
}

export function answerSlice<Item, Answer>(slice: PageSlice<Item>, answer: (item: Item) => Answer) {
  const { items, totalCount, offset, lastKey } = slice;
  return { items: items.map(answer), total_count: totalCount, offset, last_key: lastKey && { ...lastKey } };
}
