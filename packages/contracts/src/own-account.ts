import { localeOrNull } from './account-parts.ts';
import { hashing, text, type Contract } from './schema.ts';

const password = { 'auth.pass': text } as const;

/** What a person does to their account as a whole. Source: contract part 2 "Own data". */
export const ownAccountCalls = {
  update: {
    path: '/account/me/update',
    input: { properties: { name: text, locale: text } },
    output: { properties: { name: text, locale: localeOrNull } },
  },
  /** Answers a file, piece by piece. */
  export: {
    ...hashing,
    path: '/account/me/export',
    input: { properties: password },
    output: { properties: {} },
  },
  delete: {
    ...hashing,
    path: '/account/me/delete',
    input: { properties: { ...password, 'auth.code': text }, required: ['auth.pass'] },
    output: { properties: { deleted: { type: 'boolean', enum: [true] } } },
  },
} as const satisfies Record<string, Contract>;
