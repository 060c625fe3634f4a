import { isIssuedBefore, isSameAudience, splitScope } from './index.ts';

test.each([
  [undefined, []],
  ['', []],
  ['  ', []],
  ['openid', ['openid']],
  [' openid  email ', ['openid', 'email']],
  ['email openid email', ['email', 'openid']],
])('%j names %j', (scope, names) => {
  expect(splitScope(scope)).toEqual(names);
});

test.each([
  ['https://api.example.test', 'https://api.example.test', true],
  ['https://api.example.test/', 'https://api.example.test', true],
  ['https://api.example.test', 'https://api.example.test//', true],
  ['https://api.example.test/v1', 'https://api.example.test', false],
  ['https://API.example.test', 'https://api.example.test', false],
])('%s and %s name one audience: %j', (one, other, same) => {
  expect(isSameAudience(one, other)).toBe(same);
});

test.each([
  [5_999, false],
  [6_000, true],
  [5_000, false],
  [0, false],
])('a token of second 5 was issued before %i ms: %s', (momentMs, expected) => {
  expect(isIssuedBefore({ iat: 5 }, momentMs)).toBe(expected);
});
