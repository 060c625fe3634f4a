import { filled, type Contract } from './schema.ts';

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
