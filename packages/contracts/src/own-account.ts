import { filled, hashing, text, type Contract } from './schema.ts';

const token = { 'auth.token': filled, 'auth.pass': text } as const;

/** What a person does to their account as a whole. Source: contract part 2 "Own data". */
export const ownAccountCalls = {
  update: {
    path: '/account/me/update',
    input: {
      properties: { 'auth.token': filled, name: text, locale: text },
      required: ['auth.token'],
    },
    output: {
      properties: { name: text, locale: { type: ['string', 'null'] } },
    },
  },
  /** Answers a file, piece by piece. */
  export: {
    ...hashing,
    path: '/account/me/export',
    input: { properties: token, required: ['auth.token'] },
    output: { properties: {} },
  },
  delete: {
    ...hashing,
    path: '/account/me/delete',
    input: { properties: { ...token, 'auth.code': text }, required: ['auth.token', 'auth.pass'] },
    output: { properties: { deleted: { type: 'boolean' } } },
  },
} as const satisfies Record<string, Contract>;
