import type { PagePlan, PageSlice } from '@latchkey/pagination';

interface SentPlan {
  readonly kind: 'offset' | 'keyset';
  readonly limit: number;
  readonly offset: number;
  readonly after?: { readonly createdAtMs: number; readonly id: string };
}

/** Reads a page plan. A keyset plan without a key becomes an offset plan. */
export function readPlan({ kind, limit, offset, after }: SentPlan): PagePlan {
  const binding = '';
  if (kind === 'keyset' && after !== undefined) return { kind, limit, offset, after, binding };
  return { kind: 'offset', limit, offset, binding };
}

export function answerSlice<Item, Answer>(slice: PageSlice<Item>, answer: (item: Item) => Answer) {
  const { items, totalCount, offset, lastKey } = slice;
  return { items: items.map(answer), total_count: totalCount, offset, last_key: lastKey && { ...lastKey } };
}
