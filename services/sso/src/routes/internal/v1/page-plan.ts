import type { PagePlan, PageSlice } from '@latchkey/pagination';

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const key = {
  type: 'object',
  properties: {
    createdAtMs: count,
    id: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
  },
  required: ['createdAtMs', 'id'],
  additionalProperties: false,
} as const;

/** A page plan as user-api has read and opened it: plain data. The binding of its cursors stays there. */
export const planSchema = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['offset', 'keyset'] },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    offset: count,
    after: key,
  },
  required: ['kind', 'limit', 'offset'],
} as const;

/** What a store found for the plan, for user-api to seal the next cursor. */
export const sliceFields = {
  total_count: { type: 'integer' },
  offset: { type: 'integer' },
  last_key: { ...key, type: ['object', 'null'] },
} as const;

interface SentPlan {
  readonly kind: 'offset' | 'keyset';
  readonly limit: number;
  readonly offset: number;
  readonly after?: { readonly createdAtMs: number; readonly id: string };
}

/** A keyset plan without its key starts where its offset says. */
export function readPlan({ kind, limit, offset, after }: SentPlan): PagePlan {
  const binding = '';
  if (kind === 'keyset' && after !== undefined) return { kind, limit, offset, after, binding };
  return { kind: 'offset', limit, offset, binding };
}

export function answerSlice<Item, Answer>(slice: PageSlice<Item>, answer: (item: Item) => Answer) {
  const { items, totalCount, offset, lastKey } = slice;
  return { items: items.map(answer), total_count: totalCount, offset, last_key: lastKey };
}

/** RFC 3339 in UTC; null stays null. */
export function toInstant<Time extends number | null>(
  milliseconds: Time,
): Time extends number ? string : null;
export function toInstant(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
