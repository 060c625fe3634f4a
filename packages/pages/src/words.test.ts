import { isLocale, locales } from './locales.ts';
import { wordsByLocale } from './words.ts';

const sameAsEnglish = new Set(['dir', 'errorPrefix']);

describe.each(locales)('words in %s', (locale) => {
  const words = wordsByLocale[locale];

  test('are not empty, and none is left in English', () => {
    for (const [key, word] of Object.entries(words)) {
      expect([key, word]).toEqual([key, word.trim() || '?']);
      if (locale === 'en' || sameAsEnglish.has(key)) continue;
      expect([key, word]).not.toEqual([key, wordsByLocale.en[key as keyof typeof words]]);
    }
  });

  test('name their own language to Intl', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf([words.tag])).toEqual([words.tag]);
    expect(new Intl.Locale(words.tag).language).toBe(locale);
  });
});

test.each(['EN', 'xx', '', '__proto__', 'length'])('%j is no locale', (tag) => {
  expect(isLocale(tag)).toBe(false);
});
