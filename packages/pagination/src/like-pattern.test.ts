import { escapeLikePattern } from './page-source.ts';

test.each([
  ['plain', 'plain'],
  ['50%', String.raw`50\%`],
  ['a_b', String.raw`a\_b`],
  [String.raw`a\b`, String.raw`a\\b`],
  [String.raw`\%_`, String.raw`\\\%\_`],
  ['', ''],
  ['$&', '$&'],
])('%j becomes %j', (search, pattern) => {
  expect(escapeLikePattern(search)).toBe(pattern);
});
