import { locales } from '@latchkey/pages';
import { messagesByLocale } from './index.ts';

/** Every sentence of a catalogue by its dotted key; those with a wait have it filled. */
function flatten(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value === 'function') return [[key, (value as (wait: string) => string)('after a while')]];
  return Object.entries(value as object).flatMap(([name, child]) => flatten(child, `${key}.${name}`));
}

const english = new Map(flatten(messagesByLocale.en));

test.each(locales)('catalogue %s has no empty sentence and none in English', (locale) => {
  for (const [key, sentence] of flatten(messagesByLocale[locale])) {
    expect([key, sentence]).toEqual([key, sentence.trim() || '?']);
    if (locale !== 'en') expect([key, sentence]).not.toEqual([key, english.get(key)]);
  }
});

test.each(locales)('catalogue %s says how long to wait, where there is a wait', (locale) => {
  const { ended } = messagesByLocale[locale];
  for (const reason of ['attempts_limited', 'throttled', 'unavailable'] as const)
    expect(ended[reason].text('after a while')).toContain('after a while');
});
