import { ownWords } from '@latchkey/contracts';
import { locales, toMarkup, type Html } from '@latchkey/pages';
import { messagesByLocale } from './index.ts';

/** What every blank is filled with: it is a text, and a number too. */
const blank = '17';

/** Every sentence of a catalogue by its dotted key, blanks filled, and how many it has. */
function flatten(value: unknown, key = ''): [key: string, sentence: string, blanks: number][] {
  if (typeof value === 'string') return [[key, value, 0]];
  if (typeof value === 'function') {
    const filled = (value as (...blanks: unknown[]) => string | Html)(blank, blank);
    return [[key, typeof filled === 'string' ? filled : toMarkup(filled), value.length]];
  }
  return Object.entries(value as object).flatMap(([name, child]) => flatten(child, `${key}.${name}`));
}

const sameAsEnglish = new Set([
  '.enter.code',
  '.doors.quote',
  '.doors.invitation.org',
  '.account.sections.passkeys',
  '.passkeys.count',
]);
const english = new Map(flatten(messagesByLocale.en).map(([key, sentence]) => [key, sentence]));

describe.each(locales)('catalogue %s', (locale) => {
  const sentences = flatten(messagesByLocale[locale]);

  test('says that a client is part of the installation in words that no client is called by', () => {
    const said = messagesByLocale[locale].request.byInstallation;
    expect(ownWords.filter((own) => said.includes(own))).toHaveLength(1);
  });

  test('has no empty sentence and no stray space at either end', () => {
    expect(sentences.filter(([, sentence]) => sentence !== (sentence.trim() || '?'))).toEqual([]);
  });

  test('says in every sentence what it is given', () => {
    expect(sentences.filter(([, sentence, blanks]) => sentence.split(blank).length <= blanks)).toEqual([]);
  });
});

test.each(locales.filter((locale) => locale !== 'en'))('catalogue %s has no English left in it', (locale) => {
  const same = flatten(messagesByLocale[locale]).filter(([key, sentence]) => english.get(key) === sentence);
  expect(same.map(([key]) => key).filter((key) => !sameAsEnglish.has(key))).toEqual([]);
});
