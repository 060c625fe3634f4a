import { ownWords } from '@latchkey/contracts';
import { html, locales, toMarkup, type Html } from '@latchkey/pages';
import { messagesByLocale } from './index.ts';

const marker = html`<i>marker</i>`;

/** Every sentence of a catalogue by its dotted key; those with a blank have it filled. */
function flatten(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value === 'function') {
    const isPlain = key.startsWith('.failed.');
    const fill = value as (...blanks: unknown[]) => string | Html;
    const filled = isPlain ? fill('after a while') : fill(marker, marker);
    return [[key, typeof filled === 'string' ? filled : toMarkup(filled)]];
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
const english = new Map(flatten(messagesByLocale.en));

describe.each(locales)('catalogue %s', (locale) => {
  const words = messagesByLocale[locale];

  test('says that a client is part of the installation in words that no client is called by', () => {
    const said = words.request.byInstallation;
    expect(ownWords.filter((own) => said.includes(own))).toHaveLength(1);
  });

  test('has no empty sentence and no stray space at either end', () => {
    for (const [key, sentence] of flatten(words))
      expect([key, sentence]).toEqual([key, sentence.trim() || '?']);
  });

  test.each([
    ['enter.headingFor', words.enter.headingFor],
    ['enter.signedInAs', words.enter.signedInAs],
    ['enter.addressCheck', words.enter.addressCheck],
    ['scopes.other', words.scopes.other],
    ['request.byOrg', words.request.byOrg],
    ['confirm.heading', words.confirm.heading],
    ['done.approved', words.done.approved.text],
    ['done.denied', words.done.denied.text],
  ])('%s says what it is given', (_key, fill) => {
    expect(toMarkup(fill(marker))).toContain('<i>marker</i>');
  });

  test('request.scopesFold says how many there are', () => {
    expect(words.request.scopesFold(17)).toContain('17');
  });

  test.each(['throttled', 'unavailable'] as const)('failed.%s says how long to wait', (reason) => {
    expect(words.failed[reason].text('after a while')).toContain('after a while');
  });
});

test.each(locales.filter((locale) => locale !== 'en'))('catalogue %s has no English left in it', (locale) => {
  const same = flatten(messagesByLocale[locale]).filter(([key, sentence]) => english.get(key) === sentence);
  expect(same.map(([key]) => key).filter((key) => !sameAsEnglish.has(key))).toEqual([]);
});
