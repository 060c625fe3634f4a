import { pageableSchema } from '@latchkey/pagination';
import { payloadFormats } from '../payload/payload-format.ts';
import { dropStatuses } from './drop.ts';
import { longestTtlSeconds } from './read-term.ts';

/** Request fields as routes take them. Source: requirement 3 "Drop (request-side fields)", contract part 3 "Fields". */
export const dropIdField = {
  type: 'string',
  minLength: 1,
  description: 'Id of the drop.',
  examples: ['Z3pY4kQm1vT8sLw0bXc7dA'],
} as const;

/** An id that a caller gives; made by the service when there is none. */
export const newIdField = {
  ...dropIdField,
  pattern: '^[A-Za-z0-9._~:-]{1,128}$',
  description: 'Id to use, 1 to 128 of A-Z a-z 0-9 . _ ~ : -; made when not given.',
} as const;

export const keyField = {
  type: 'string',
  minLength: 1,
  description: 'The key that opens the drop, 1 to 1,024 bytes.',
} as const;

const wantedFormatField = {
  type: 'string',
  minLength: 1,
  enum: payloadFormats,
  description: 'How the payload is wanted; json when not given.',
} as const;

export const ignoredField = { description: 'Accepted and ignored.' } as const;

/** What a caller may say of a drop. */
export const detailFields = {
  anonymous: { type: 'boolean', description: 'Whether anyone with the key may consume it.' },
  kind: { type: 'string', minLength: 1, pattern: '^[a-z0-9_.-]{1,64}$' },
  metadata: { type: 'object', description: 'At most 4 KB of JSON, 8 deep.' },
} as const;

/** Judged by readTerm, in the order of the contract. */
export const termFields = {
  ttl: { description: `Seconds to live, 1 to ${longestTtlSeconds}; 7 days when nothing is given.` },
  expires: {
    description: 'RFC 3339 with offset, or seconds since the epoch; the earliest of the three wins.',
  },
  expires_at: { description: 'As expires.' },
} as const;

/** Judged by readContents. */
export const payloadFields = {
  payload: { description: 'What to keep, at most 1 MiB decoded.' },
  data: { description: 'What to keep when payload is not given; a second JSON value beside it otherwise.' },
  payload_format: {
    description: `One of ${payloadFormats.join(', ')}; by default text for a string, json for all else.`,
  },
  content_type: {
    type: 'string',
    minLength: 1,
    maxLength: 127,
    pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
  },
} as const;

const instant = { type: 'string', format: 'date-time' } as const;
const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
const textOrNull = { type: ['string', 'null'] } as const;

/** Schema of viewDrop. */
const dropOutput = {
  id: { type: 'string' },
  status: { type: 'string', enum: dropStatuses },
  anonymous: { type: 'boolean' },
  kind: textOrNull,
  metadata: { type: ['object', 'null'] },
  payload_format: { type: ['string', 'null'], description: 'The format it was kept in.' },
  content_type: textOrNull,
  created_at: instant,
  activated_at: instantOrNull,
  expires_at: instant,
  expires_in: { type: 'integer', description: 'Seconds left; 0 when it is over.' },
} as const;

const dropOutputNames = [
  'id',
  'status',
  'anonymous',
  'kind',
  'metadata',
  'payload_format',
  'content_type',
  'created_at',
  'activated_at',
  'expires_at',
  'expires_in',
] as const;

/** Schema of viewDropStatus. */
export const dropStatusOutput = {
  ...dropOutput,
  size: { type: ['integer', 'null'], description: 'Bytes of the payload.' },
  consumed_at: instantOrNull,
  consumed_by: { type: ['string', 'null'], description: 'Principal id, or anonymous.' },
  consume_request_id: textOrNull,
  revoked_at: instantOrNull,
} as const;

export const dropStatusOutputNames = [
  ...dropOutputNames,
  'size',
  'consumed_at',
  'consumed_by',
  'consume_request_id',
  'revoked_at',
] as const;

/** Answer of reserve, store and activate. */
export const keptOutput = {
  properties: {
    ...dropOutput,
    key: { type: 'string', description: 'The key, shown this once; absent when the caller gave one.' },
  },
  required: dropOutputNames,
} as const;

/** Answer of get and consume. */
export const takenOutput = {
  properties: {
    ...dropOutput,
    payload: { description: 'The payload in the wanted format.' },
    data: { description: 'The data, where it was given.' },
  },
  required: dropOutputNames,
} as const;

/** Request fields of get and consume. */
export const takeFields = {
  id: dropIdField,
  key: keyField,
  payload_format: wantedFormatField,
  payload: ignoredField,
  status: ignoredField,
} as const;

/** Filters of both lists. */
export const filterFields = {
  status: {
    type: 'string',
    minLength: 1,
    enum: dropStatuses,
    errorCode: 'invalid_filter',
    description: 'Only drops that stand like this.',
  },
  kind: { ...detailFields.kind, errorCode: 'invalid_filter', description: 'Only drops of this kind.' },
} as const;

/** Answer of both lists. */
export const listOutput = pageableSchema({
  type: 'object',
  additionalProperties: false,
  properties: dropStatusOutput,
  required: dropStatusOutputNames,
});
