import { page, pageOf } from './account-parts.ts';
import { filled, hashing, text, time, timeOrNull, type Contract } from './schema.ts';

/** Characters of what an owner asks strangers for, and of what an owner calls a drop. */
export const longestAsks = 100;
export const longestLabel = 64;

const dropId = { id: filled } as const;
const metadata = { type: ['object', 'null'], additionalProperties: true } as const;
/** What a person may say of a drop, and its time in seconds. */
const details = { metadata, notify: { type: 'boolean' }, ttl: { type: 'integer', minimum: 1 } } as const;
const made = { id: filled, expires_at: time } as const;
const status = { type: 'string', enum: ['reserved', 'active', 'consumed', 'revoked', 'expired'] } as const;
const anyState = { properties: {} } as const;

/** Public routes of drop, as the other services call them. Source: contract part 3. */
export const dropCalls = {
  /** sso keeps a guard payload under a key that drop makes. */
  storeDrop: {
    path: '/v1/drop/store',
    input: {
      properties: {
        'auth.token': filled,
        payload: filled,
        payload_format: { type: 'string', enum: ['text'] },
        anonymous: { type: 'boolean' },
        kind: filled,
        ttl: { type: 'integer', minimum: 1 },
      },
      required: ['auth.token', 'payload', 'payload_format', 'anonymous', 'kind', 'ttl'],
    },
    output: { properties: { id: filled, key: filled } },
  },
  /** user-api takes a deadDrop. Anybody may have put anything into it, so the payload is of any type. */
  consumeDrop: {
    path: '/v1/consume',
    input: { properties: { id: filled, key: filled }, required: ['id', 'key'] },
    output: { properties: { id: filled, payload: {} }, optional: ['payload'] },
  },
} as const satisfies Record<string, Contract>;

/**
 * The public routes of drop that sso's account page calls, with a token of its own beside the input. Source: contract part 1
 * "One-time links".
 */
export const ownDropCalls = {
  list: {
    path: '/v1/drop/list',
    input: { properties: page },
    output: pageOf({
      properties: {
        ...dropId,
        status,
        fillable: { type: 'boolean', description: 'Whether somebody was asked to fill it' },
        metadata,
        expires_at: time,
        consumed_at: timeOrNull,
        asks: { type: ['string', 'null'] },
        consumed_by: { type: ['string', 'null'] },
      },
    }),
  },
  store: {
    ...hashing,
    path: '/v1/drop/store',
    input: {
      properties: {
        ...dropId,
        ...details,
        payload: filled,
        payload_format: { type: 'string', enum: ['text'] },
        anonymous: { type: 'boolean' },
        key: filled,
      },
      required: ['id', 'payload', 'payload_format', 'anonymous', 'ttl'],
    },
    output: { properties: { ...made, key: filled }, optional: ['key'] },
  },
  reserve: {
    path: '/v1/drop/reserve',
    input: {
      properties: { ...dropId, ...details, fillable: { type: 'boolean' }, asks: text },
      required: ['id', 'ttl', 'fillable'],
    },
    output: { properties: { ...made, key: filled } },
  },
  consume: {
    ...hashing,
    path: '/v1/drop/consume',
    input: {
      properties: { ...dropId, key: filled, payload_format: { type: 'string', enum: ['base64'] } },
      required: ['id', 'key', 'payload_format'],
    },
    output: {
      properties: {
        payload: text,
        payload_format: { type: 'string', enum: ['text', 'json', 'html', 'base64'] },
        data: {},
      },
      optional: ['data'],
    },
  },
  revoke: { path: '/v1/drop/revoke', input: { properties: dropId, required: ['id'] }, output: anyState },
  delete: { path: '/v1/drop/delete', input: { properties: dropId, required: ['id'] }, output: anyState },
} as const satisfies Record<string, Contract>;
