/** The languages of the pages; the first one is the default. */
export const locales = ['en', 'de', 'fr', 'es', 'pt', 'ru', 'ja', 'zh'] as const;

export type Locale = (typeof locales)[number];

export function isLocale(tag: string): tag is Locale {
  return locales.some((locale) => locale === tag);
}
