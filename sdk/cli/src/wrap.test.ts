import { wrap } from './wrap.ts';

test.each([
  ['one two three', 7, 'one two\nthree'],
  ['exactly ten', 11, 'exactly ten'],
  ['a-very-long-word b', 5, 'a-very-long-word\nb'],
  ['Use `latchkey drop put`. Then go', 12, 'Use\n`latchkey drop put`.\nThen go'],
  ['Nobody is here. Run: latchkey login --admin', 20, 'Nobody is here. Run:\nlatchkey login --admin'],
  ['', 5, ''],
])('%j at %i columns', (text, width, expected) => {
  expect(wrap(text, width)).toBe(expected);
});

test('each line has the indent', () => {
  expect(wrap('one two', 6, 2)).toBe('  one\n  two');
});
