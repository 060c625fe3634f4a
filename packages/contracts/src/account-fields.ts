import { count, filled, text, type FieldsSchema } from './schema.ts';

/** What the calls of the account page have in common. */
export const client = {
  type: 'object',
  properties: { id: filled, name: text },
  required: ['id', 'name'],
} as const;

export const textOrNull = { type: ['string', 'null'] } as const;
export const clientOrNull = {
  ...client,
  type: ['object', 'null'],
  properties: { id: filled, name: textOrNull },
} as const;
export const token = { 'auth.token': filled } as const;
export const password = { 'auth.pass': text } as const;
export const page = { ...token, limit: { type: 'integer' }, cursor: filled } as const;
export const ended = { properties: { ended: count }, required: ['ended'] } as const;
export const mfa = { properties: { mfa: { type: 'boolean' } }, required: ['mfa'] } as const;
export const recoveryCodes = { type: 'array', items: filled } as const;
/** A one-time or recovery code. */
export const code = { 'auth.code': filled } as const;
export const role = { type: 'string', enum: ['owner', 'admin', 'member'] } as const;
export const onOrOff = { type: 'string', enum: ['on', 'off'] } as const;

/** What sso needs of a page of a search. */
export function pageOf<const Item extends FieldsSchema>(item: Item) {
  return {
    properties: {
      items: { type: 'array', items: { type: 'object', ...item } },
      next_cursor: textOrNull,
    },
    required: ['items', 'next_cursor'],
  } as const;
}
