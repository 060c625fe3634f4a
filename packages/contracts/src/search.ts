import { uuidPattern } from './identifiers.ts';
import { count } from './schema.ts';

const position = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
/** Up to the end of the year 9999, the last one whose dates PostgreSQL reads as they are written here. */
export const instantMs = { type: 'integer', minimum: 0, maximum: 253_402_300_799_999 } as const;
const key = {
  type: 'object',
  properties: {
    createdAtMs: instantMs,
    id: { type: 'string', pattern: uuidPattern },
  },
  required: ['createdAtMs', 'id'],
  additionalProperties: false,
} as const;

/**
 * The page plan of user-api's caller as plain data: the page after a record, else the page of an offset. user-api keeps
 * the binding of its cursors to itself.
 */
export const pagePlan = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    offset: position,
    after: key,
  },
  required: ['limit'],
} as const;

/** What a search found for the plan, beside its items. user-api seals the next cursor from `last_key`. */
export const sliceFields = {
  total_count: count,
  offset: count,
  last_key: { ...key, type: ['object', 'null'], additionalProperties: true },
} as const;
