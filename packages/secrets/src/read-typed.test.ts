import { readTyped } from './read-typed.ts';

test('every decimal digit of Unicode is read by its value', () => {
  const digits = Array.from({ length: 0x11_0000 }, (_, at) => at)
    .filter((at) => at < 0xd800 || at > 0xdfff)
    .map((at) => String.fromCodePoint(at))
    .filter((sign) => /\p{Nd}/u.test(sign));
  expect(digits.length % 10).toBe(0);
  const values = digits.map((sign) => readTyped(sign)).join('');
  expect(values).toBe('0123456789'.repeat(digits.length / 10));
});

test.each([
  '１２３４５６',
  '١٢٣٤٥٦',
  '۱۲۳۴۵۶',
  '१२३४५६',
  '１２3 ４۵६',
  '123-456',
  '123\u2011456',
  '123\u00a0456\n',
  '\u2066123456\u2069',
  '\u200f123\u200b456\ufeff',
  '123\u00ad456',
  '123ー456',
  '1\ufe0f23456',
  '𝟏𝟐𝟑𝟒𝟓𝟔',
])('%j is read as 123456', (typed) => {
  expect(readTyped(typed)).toBe('123456');
});

test.each(['12345a', '123.456', '12345六', '\ud83d123456'])('%j stays another text', (typed) => {
  expect(readTyped(typed)).not.toBe('123456');
});
