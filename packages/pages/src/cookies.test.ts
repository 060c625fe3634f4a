import { readCookie, writeCookie } from './cookies.ts';

const value = 'v'.repeat(43);

test.each([
  [true, `__Host-latchkey-session=${value}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`],
  [false, `latchkey-session=${value}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`],
])('a cookie over https: %s', (isHttps, expected) => {
  expect(writeCookie('latchkey-session', value, 60, isHttps)).toBe(expected);
});

test.each([
  ['alone', `__Host-latchkey-session=${value}`, value],
  ['among others', `a=b; __Host-latchkey-session=${value};c=d`, value],
  ['the first of two', `__Host-latchkey-session=${value}; __Host-latchkey-session=${'w'.repeat(43)}`, value],
  ['without a header', undefined, undefined],
  ['under a longer name', `x__Host-latchkey-session=${value}`, undefined],
  ['without its prefix', `latchkey-session=${value}`, undefined],
  ['too short', '__Host-latchkey-session=short', undefined],
  ['too long', `__Host-latchkey-session=${'v'.repeat(257)}`, undefined],
  ['with foreign characters', `__Host-latchkey-session="${value}"`, undefined],
  ['of another kind', `__Host-latchkey-browser=${value}`, undefined],
])('over https, reads one %s', (_name, header, expected) => {
  expect(readCookie(header, 'latchkey-session', true)).toBe(expected);
});
