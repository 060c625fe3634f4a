import { locales } from '@latchkey/pages';

/** The language of a person's mails. */
export const localeField = { type: 'string', enum: locales, description: 'Language of the mails' } as const;

/** A language as it is kept; null for one that mails are not written in. */
export function readLocale(tag: string): string | null {
  return locales.find((locale) => locale === tag) ?? null;
}
