import { randomBytes } from 'node:crypto';
import { createBrowserSecret, createFormToken, readFormToken } from './csrf.ts';

const secret = createBrowserSecret(randomBytes);
const token = createFormToken(secret, 'form-1');

test('a browser secret has 256 bits and is never the same', () => {
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(createBrowserSecret(randomBytes)).not.toBe(secret);
});

test.each([
  ['of this browser', token, 'form-1'],
  ['with a part behind it', `${token}.more`, 'form-1'],
  ['of another browser', createFormToken(createBrowserSecret(randomBytes), 'form-1'), undefined],
  ['of another kind', createFormToken(secret, 'form-1', 'other'), undefined],
  ['of another form', token.replace('form-1', 'form-2'), undefined],
  ['empty', '', undefined],
  ['cut short', token.slice(0, -1), undefined],
  ['the browser secret itself', secret, undefined],
])('a token that is %s', (_name, given, id) => {
  expect(readFormToken(secret, given)).toBe(id);
});

test('a token does not hold the secret', () => {
  expect(token).not.toContain(secret);
});
