import { readOptions } from './options.ts';

test.each([
  [['--secs', '2'], "Unknown option '--secs'"],
  [['hello'], "Unexpected argument 'hello'"],
  [['--group', 'users'], '--group is one of sso, user-api, drop'],
  [['--seconds', '0'], '--seconds must be a positive number'],
  [['--rounds', 'many'], '--rounds must be a positive number'],
])('%j is refused in words', (args, words) => {
  expect(() => readOptions(args)).toThrow(words);
});

test('half a round is one', () => {
  expect(readOptions(['--rounds', '0.5']).rounds).toBe(1);
});
