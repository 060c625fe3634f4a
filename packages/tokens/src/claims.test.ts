import { readAccessTokenClaims } from './claims.ts';
import { accountClientId, isIssuedBefore, isSameAudience, splitScope } from './index.ts';

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

const ofPage = { client_id: accountClientId, browser: { ip: '192.0.2.1', user_agent: '' } };

test.each([
  [true, 'the page without it', ofPage],
  [true, 'the page with it', { ...ofPage, operator_mfa: 'passkey' }],
  [false, 'the page with another value', { ...ofPage, operator_mfa: 'off' }],
  [false, 'another client with it', { client_id: 'client-1', operator_mfa: 'passkey' }],
])('%p: operator_mfa in a token of %s is read', (isRead, _whose, given) => {
  const texts = { iss: 'i', aud: 'a', sub: 's', jti: 'j', sid: 'd', scope: '' };
  const payload = { ...texts, exp: 2, iat: 1, nbf: 1, token_use: 'user', pk: 'user', ...given };
  expect(readAccessTokenClaims(payload) !== undefined).toBe(isRead);
});
