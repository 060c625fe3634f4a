import type { Messages } from '../messages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

/** The languages of the pages; the first one is the default. */
export const locales = ['en', 'de', 'fr', 'es', 'pt', 'ru', 'ja', 'zh'] as const;

export type Locale = (typeof locales)[number];

export const messagesByLocale: Readonly<Record<Locale, Messages>> = { en, de, fr, es, pt, ru, ja, zh };

export function isLocale(tag: string): tag is Locale {
  return locales.some((locale) => locale === tag);
}
