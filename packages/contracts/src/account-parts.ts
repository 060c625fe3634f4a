import { count, filled, type FieldsSchema } from './schema.ts';

/** The rules of a new password, as `about.rule` names them in a refusal. Source: contract part 2 "Passwords, codes, throttling". */
export const passwordRules = ['short', 'long', 'common', 'own_name', 'same'] as const;
export type PasswordRule = (typeof passwordRules)[number];

export const textOrNull = { type: ['string', 'null'] } as const;
export const localeOrNull = { ...textOrNull, description: 'Of its mails', examples: ['en'] } as const;
export const page = { limit: { type: 'integer' }, cursor: filled } as const;
export const ended = { properties: { ended: count } } as const;
export const onOrOff = { type: 'string', enum: ['on', 'off'] } as const;

/** What sso needs of a page of a search. */
export function pageOf<const Item extends FieldsSchema>(item: Item) {
  return {
    properties: {
      items: { type: 'array', items: { type: 'object', ...item } },
      next_cursor: textOrNull,
    },
  } as const;
}
