import { text, time, timeOrNull } from '@latchkey/contracts';
import { pageableSchema } from '@latchkey/pagination';
import { payloadFormats } from '../payload/contents.ts';
import { dropStatuses, longestTtlSeconds } from './drop.ts';

/** The form of every id that a drop can have. */
export const dropIdPattern = /^[A-Za-z0-9._~:-]{1,128}$/;

/** Request fields as routes take them. Source: requirement 3 "Drop (request-side fields)", contract part 3 "Fields". */
export const dropIdField = {
  type: 'string',
  minLength: 1,
  description: 'Id of the drop.',
  examples: ['Z3pY4kQm1vT8sLw0bXc7dA'],
} as const;

/** An id that the caller chooses; the service makes one if there is none. */
export const newIdField = {
  type: 'string',
  minLength: 1,
  pattern: dropIdPattern.source,
  allowed: '1 to 128 of A-Z a-z 0-9 . _ ~ : -',
  description: 'Id to use, 1 to 128 of A-Z a-z 0-9 . _ ~ : -; the service makes one if none is given.',
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
  description: 'The format of the answered payload; json by default.',
} as const;

export const ignoredField = { description: 'Accepted and ignored.' } as const;

export const detailFields = {
  anonymous: { type: 'boolean', description: 'Whether anyone with the key may consume it.' },
  kind: { type: 'string', minLength: 1, pattern: '^[a-z0-9_.-]{1,64}$', allowed: '1 to 64 of a-z 0-9 _ . -' },
  metadata: {
    type: 'object',
    additionalProperties: true,
    description: 'At most 4 KB of JSON, 8 deep. Its label is for the owner: nobody else is answered it.',
  },
  notify: {
    type: 'boolean',
    description:
      'Whether the owner, a person, gets a mail when it is filled in, taken, or first closed by wrong keys.',
  },
} as const;

export const askFields = {
  fillable: {
    type: 'boolean',
    description:
      'Whether whoever has the answered key may fill it in, at DROP_URL/fill/{id}#key or /v1/fill.',
  },
  asks: { type: 'string', minLength: 1, description: 'For what, as strangers are shown it: 100 characters.' },
} as const;

/** Read by readTerm, which throws the messages of the contract. */
export const termFields = {
  ttl: { description: `Seconds to live, 1 to ${longestTtlSeconds}; 7 days if no ttl and no date is given.` },
  expires: {
    description:
      'RFC 3339 with offset, or seconds since the epoch; of ttl, expires and expires_at the earliest wins.',
  },
  expires_at: { description: 'As expires.' },
} as const;

const mediaName = '[A-Za-z0-9!#$&^_.+-]+';
const token = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
const quoted = '"(?:[\\t\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\\t\\x20-\\x7E])*"';

/** Read by readContents, which throws the messages of the contract; content_type is left to the schema. */
export const payloadFields = {
  payload: { description: 'The payload, at most 1 MiB decoded.', examples: ['the quick brown fox'] },
  data: {
    description: 'The payload, if payload is not given; otherwise a second JSON value, stored beside it.',
  },
  payload_format: {
    description: `One of ${payloadFormats.join(', ')}; by default text for a string and json for any other value.`,
  },
  content_type: {
    type: 'string',
    minLength: 1,
    maxLength: 127,
    // RFC 9110 5.6.4, 5.6.6, 8.3.1
    pattern: `^${mediaName}/${mediaName}([ \\t]*;[ \\t]*(${token}=(${token}|${quoted}))?)*$`,
    allowed: 'a media type such as text/plain; charset=utf-8',
  },
} as const;

const textOrNull = { type: ['string', 'null'] } as const;

const dropProperties = {
  id: { ...text, examples: dropIdField.examples },
  status: { type: 'string', enum: dropStatuses },
  anonymous: { type: 'boolean' },
  kind: textOrNull,
  metadata: { type: ['object', 'null'], additionalProperties: true },
  payload_format: { type: ['string', 'null'], description: 'The format it was stored in.' },
  content_type: textOrNull,
  created_at: time,
  activated_at: timeOrNull,
  expires_at: time,
  expires_in: { type: 'integer', description: 'Seconds left; 0 for a drop that has ended.' },
} as const;

/** What only the owner and operators are shown. */
const ownProperties = {
  fillable: { type: 'boolean', description: 'Whether whoever has the key may fill it in, or has done so.' },
  asks: { ...textOrNull, description: 'For what it was asked.' },
  notify: { type: 'boolean' },
} as const;

const statusProperties = {
  ...dropProperties,
  ...ownProperties,
  size: { type: ['integer', 'null'], description: 'Bytes of the payload.' },
  consumed_at: timeOrNull,
  consumed_by: { type: ['string', 'null'], description: 'Principal id, or anonymous.' },
  consume_request_id: {
    type: ['string', 'null'],
    description: 'X-Request-Id of the answer that consumed it.',
  },
  caller_request_id: {
    type: ['string', 'null'],
    description: 'The X-Request-Id which that request came with.',
  },
  revoked_at: timeOrNull,
} as const;

export const depositOutput = {
  title: 'DepositedDrop',
  type: 'object',
  properties: {
    ...dropProperties,
    ...ownProperties,
    key: { type: 'string', description: 'The key, shown this once; absent when the caller gave one.' },
  },
  optional: ['key'],
} as const;

export const takenOutput = {
  title: 'TakenDrop',
  type: 'object',
  properties: {
    ...dropProperties,
    payload: { description: 'The payload in the wanted format.' },
    data: { description: 'The data, if some was stored.' },
  },
  optional: ['payload', 'data'],
} as const;

/** Answer of status and revoke, and each item of the lists. */
export const statusOutput = {
  title: 'DropStatus',
  type: 'object',
  additionalProperties: false,
  properties: statusProperties,
} as const;

export const takeFields = {
  id: dropIdField,
  key: keyField,
  payload_format: wantedFormatField,
  payload: ignoredField,
  status: ignoredField,
} as const;

export const filterFields = {
  status: {
    type: 'string',
    minLength: 1,
    enum: dropStatuses,
    errorCode: 'invalid_filter',
    description: 'Only drops in this state.',
  },
  kind: { ...detailFields.kind, errorCode: 'invalid_filter', description: 'Only drops of this kind.' },
} as const;

export const listOutput = pageableSchema(statusOutput);

const ownerField = {
  type: 'string',
  minLength: 1,
  maxLength: 512,
} as const;

export const adminFilterFields = {
  ...filterFields,
  owner: {
    ...ownerField,
    errorCode: 'invalid_filter',
    description: 'Only drops of this principal: a user id, a client_id, or <org id>:<user id>.',
  },
} as const;

export const adminListOutput = pageableSchema({
  title: 'OwnedDropStatus',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...statusProperties,
    owner: { ...ownerField, description: 'The principal that owns it.' },
  },
} as const);
