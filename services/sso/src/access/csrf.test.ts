import { randomBytes } from 'node:crypto';
import { checkCsrfToken, createBrowserSecret, createCsrfToken } from './csrf.ts';

const secret = createBrowserSecret(randomBytes);
const code = 'BCDFGHJK';

test('a browser secret has 256 bits and is never the same', () => {
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(createBrowserSecret(randomBytes)).not.toBe(secret);
});

test.each([
  ['plain', createCsrfToken(secret), code, 'plain'],
  ['shown for the code', createCsrfToken(secret, code), code, 'shown'],
  ['shown for another code', createCsrfToken(secret, 'XXXXXXXX'), code, 'plain'],
  ['shown, with a code that cannot be read', createCsrfToken(secret, code), undefined, 'plain'],
  ['of another browser', createCsrfToken(createBrowserSecret(randomBytes), code), code, 'forged'],
  ['empty', '', code, 'forged'],
  ['the second half alone', `.${createCsrfToken(secret, code).split('.')[1]}`, code, 'forged'],
  ['its halves swapped', createCsrfToken(secret, code).split('.').reverse().join('.'), code, 'forged'],
  ['the browser secret itself', secret, code, 'forged'],
  ['cut short', createCsrfToken(secret).slice(0, -1), code, 'forged'],
])('a token that is %s', (_name, token, userCode, verdict) => {
  expect(checkCsrfToken(secret, token, userCode)).toBe(verdict);
});

test('a token does not hold the secret', () => {
  expect(createCsrfToken(secret, code)).not.toContain(secret);
});
