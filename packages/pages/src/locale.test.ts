import { negotiateLocale } from './locale.ts';

test.each([
  ['nothing', undefined, undefined, 'en'],
  ['an empty header', '', '', 'en'],
  ['a plain language', 'ru', undefined, 'ru'],
  ['a region, cut short', 'de-CH-1996', undefined, 'de'],
  ['a script and region', 'zh-Hant-TW', undefined, 'zh'],
  ['upper case', 'PT-BR', undefined, 'pt'],
  ['order for equal weights', 'fr, de', undefined, 'fr'],
  ['weights before order', 'en;q=0.3, ja;q=0.9, de;q=0.5', undefined, 'ja'],
  ['spaces around the weight', 'en ; q=0.1 , es ; q=0.2', undefined, 'es'],
  ['the first known language', 'nl, sv;q=0.9, fr;q=0.1', undefined, 'fr'],
  ['a refused language', 'de;q=0, fr;q=0.5', undefined, 'fr'],
  ['only refused languages', 'de;q=0', undefined, 'en'],
  ['a wildcard', '*, de;q=0.5', undefined, 'de'],
  ['a longer subtag that begins alike', 'enm, frm;q=0.9', undefined, 'en'],
  ['ui_locales before the header', 'de', 'es', 'es'],
  ['the first known of ui_locales', 'de', 'nl-NL fr-CA en', 'fr'],
  ['unknown ui_locales', 'de', 'nl tlh', 'de'],
])('the language of a page: %s', (_name, acceptLanguage, uiLocales, expected) => {
  expect(negotiateLocale(acceptLanguage, uiLocales)).toBe(expected);
});

test.each([
  'de;q=2',
  'de;q=-1',
  'de;q=',
  'de;q=NaN',
  'de;q=1;q=0',
  'de;level=1',
  'de_DE',
  '-de',
  'de-',
  'de-toolongsubtag',
  ';;;,,,',
  'de\u0000',
  '__proto__',
  'constructor',
  'toString',
  '<script>',
])('passes over the malformed entry %j', (entry) => {
  expect(negotiateLocale(`${entry}, fr;q=0.1`, entry.replace(/[\s,]/g, ''))).toBe('fr');
});

test('reads no more than the first thousand characters', () => {
  expect(negotiateLocale(`${'x,'.repeat(500)}de`, `${'x '.repeat(500)}fr`)).toBe('en');
});
