import { locales, type Locale } from '@latchkey/pages';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

const textsByLocale: Readonly<Record<Locale, Texts>> = { en, de, fr, es, pt, ru, ja, zh };

/** The texts of a language; English for one that is not known. */
export function findTexts(locale: string): Texts {
  return textsByLocale[locales.find((known) => known === locale) ?? 'en'];
}
