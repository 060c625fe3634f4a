import { cleanText, isolateText } from './clean-text.ts';
import { toMarkup } from './html.ts';

test.each([
  ['right-to-left override', 'Acme\u202Etxt.exe', 'Acmetxt.exe'],
  ['isolates and marks', '\u2066Ac\u200Fme\u2069\u061C', 'Acme'],
  ['controls and NUL', 'Ac\u0000me\u0007\u009F', 'Acme'],
  ['zero width space, soft hyphen, word joiner', 'Ac\u200Bm\u00ADe\u2060', 'Acme'],
  ['lines, tabs and wide spaces', ' Acme\r\n\t\u2028\u3000Corp ', 'Acme Corp'],
  ['lone surrogate', 'Ac\uD800me', 'Acme'],
  ['tag characters', 'Acme\u{E0041}\u{E0042}', 'Acme'],
  ['stacked marks', `a${'\u0301'.repeat(50)}`, 'a\u0301\u0301\u0301'],
])('removes %s', (_name, text, expected) => {
  expect(cleanText(text, 50)).toBe(expected);
});

test.each(['\u3164\u3164', '\u2800', '\u200D\u200C', ' \u00A0 ', '', '\u0301'])(
  'leaves nothing of a text with nothing to see: %j',
  (text) => {
    expect(cleanText(text, 50)).toBe('');
  },
);

test.each(['Ünïcödé & Söhne', 'بنك', 'می‌خواهم', '日本語アプリ', '👩‍👩‍👧 Family ❤️'])(
  'keeps an honest name: %s',
  (text) => {
    expect(cleanText(text, 50)).toBe(text);
  },
);

test('cuts by code points, never through one, and says that it cut', () => {
  expect(cleanText('𝒜𝒜𝒜𝒜', 3)).toBe('𝒜𝒜…');
  expect(cleanText('𝒜𝒜𝒜', 3)).toBe('𝒜𝒜𝒜');
});

test('isolates direction and forbids translation', () => {
  expect(toMarkup(isolateText('<\u202Eb>', 9))).toBe('<bdi translate="no">&lt;b&gt;</bdi>');
});
