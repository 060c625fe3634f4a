import { maximumCursorLength, type CursorSealer } from './cursor-sealer.ts';
import type { PagePlan, PageSlice } from './page-plan.ts';

/** The data object of every list (requirement 2 "Pageable collection"). */
export interface Pageable<Item> {
  items: Item[];
  limit: number;
  total_count: number;
  next_offset: number;
  page_number: number;
  page_total: number;
  next_cursor: string | null;
}

/** The answer to a plan: what the store found, with a cursor to the next page of the same search. */
export function toPageable<Item>(
  slice: PageSlice<Item>,
  plan: PagePlan,
  sealer: CursorSealer,
): Pageable<Item> {
  const { items, totalCount, offset, lastKey } = slice;
  const { limit, binding } = plan;
  return {
    items: [...items],
    limit,
    total_count: totalCount,
    next_offset: offset + limit,
    page_number: Math.floor(offset / limit) + 1,
    page_total: Math.ceil(totalCount / limit),
    next_cursor: lastKey && sealer.seal(lastKey, binding),
  };
}

/**
 * JSON Schema of {@link Pageable} over the schema of one item, whose title its own is made of. It keeps literal types,
 * so that TypeScript can infer.
 */
export function pageableSchema<
  const ItemSchema extends { readonly title: string; readonly [keyword: string]: unknown },
>(itemSchema: ItemSchema) {
  return {
    title: `${itemSchema.title}Page`,
    type: 'object',
    additionalProperties: false,
    required: ['items', 'limit', 'total_count', 'next_offset', 'page_number', 'page_total', 'next_cursor'],
    properties: {
      items: { type: 'array', items: itemSchema, description: 'Records of this page, newest first.' },
      limit: { title: 'PageSize', type: 'integer', minimum: 1, description: 'Effective page size.' },
      total_count: {
        title: 'TotalCount',
        type: 'integer',
        minimum: 0,
        description: 'Matching records before paging.',
      },
      next_offset: {
        title: 'NextOffset',
        type: 'integer',
        minimum: 1,
        description: 'Effective offset plus limit, on the last page too; no proof that more records follow.',
      },
      page_number: {
        title: 'EffectivePage',
        type: 'integer',
        minimum: 1,
        description: 'Effective page, 1-based.',
      },
      page_total: {
        title: 'PageTotal',
        type: 'integer',
        minimum: 0,
        description: 'Pages of this size; 0 when nothing matches.',
      },
      next_cursor: {
        title: 'NextCursor',
        type: ['string', 'null'],
        maxLength: maximumCursorLength,
        description: 'Cursor of the next page, null on the last one.',
      },
    },
  } as const;
}

/** The four inputs for a route's input schema. They have no type, because {@link readPageInputs} reads raw values. */
export const pageInputProperties = {
  limit: {
    title: 'PageLimit',
    description: 'Records on a page. An invalid value takes the default, a larger one the maximum.',
    examples: [20],
  },
  page_number: {
    title: 'PageNumber',
    description: 'Page to answer, a whole number from 1; ignored beside offset or cursor.',
  },
  offset: {
    title: 'PageOffset',
    description: 'Records to skip, a whole number from 0; ignored beside cursor.',
  },
  cursor: {
    title: 'PageCursor',
    description:
      'A next_cursor from this search with the same filters, at most 24 hours old; outranks the others.',
  },
} as const;
