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
  const sentences = flatten(messagesByLocale[locale]);
  expect(sentences.filter(([, sentence]) => sentence === '' || sentence !== sentence.trim())).toEqual([]);
  if (locale === 'en') return;
  expect(sentences.filter(([key, sentence]) => sentence === english.get(key))).toEqual([]);
});

test.each(locales)('catalogue %s says how long to wait, where there is a wait', (locale) => {
  const { ended } = messagesByLocale[locale];
  const reasons = ['attempts_limited', 'throttled', 'unavailable'] as const;
  const saysIt = (reason: (typeof reasons)[number]) =>
    ended[reason].text('after a while').includes('after a while');
  expect(reasons.filter(saysIt)).toEqual(reasons);
});
