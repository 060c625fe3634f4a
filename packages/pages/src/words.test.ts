import { isLocale, locales } from './locale.ts';
import { wordsByLocale } from './words.ts';

const sameAsEnglish = new Set(['dir', 'errorPrefix']);

describe.each(locales)('words in %s', (locale) => {
  const words = wordsByLocale[locale];

  test('are not empty, and none is left in English', () => {
    const entries = Object.entries(words);
    expect(entries.filter(([, word]) => word === '' || word !== word.trim())).toEqual([]);
    if (locale === 'en') return;
    const inEnglish = entries.filter(([key, word]) => word === wordsByLocale.en[key as keyof typeof words]);
    expect(inEnglish.filter(([key]) => !sameAsEnglish.has(key))).toEqual([]);
  });

  test('name their own language to Intl', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf([words.tag])).toEqual([words.tag]);
    expect(new Intl.Locale(words.tag).language).toBe(locale);
  });
});

test.each(['EN', 'xx', '', '__proto__', 'length'])('%j is no locale', (tag) => {
  expect(isLocale(tag)).toBe(false);
});
