import type { Locale } from '@latchkey/pages';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

export const messagesByLocale: Readonly<Record<Locale, Messages>> = { en, de, fr, es, pt, ru, ja, zh };
