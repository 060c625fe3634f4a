import { randomBytes } from 'node:crypto';
import { createBrowserSecret } from '@latchkey/pages';
import { checkCsrfToken, createCsrfToken } from './csrf.ts';

const secret = createBrowserSecret(randomBytes);
const code = 'BCDFGHJK';

const id = 'form-1';
const plain = { formId: id, wasShown: false, cameFromAddress: false };

test.each<[string, string, string | undefined, object | undefined]>([
  ['plain', createCsrfToken(secret, { id }), code, plain],
  [
    'shown for the code',
    createCsrfToken(secret, { id, shownCode: code }),
    code,
    { ...plain, wasShown: true },
  ],
  ['shown for another code', createCsrfToken(secret, { id, shownCode: 'XXXXXXXX' }), code, plain],
  [
    'shown, with a code that cannot be read',
    createCsrfToken(secret, { id, shownCode: code }),
    undefined,
    plain,
  ],
  [
    'of a form whose code came from an address',
    createCsrfToken(secret, { id, shownCode: code, isFromAddress: true }),
    code,
    { formId: id, wasShown: true, cameFromAddress: true },
  ],
  [
    'of another browser',
    createCsrfToken(createBrowserSecret(randomBytes), { id, shownCode: code }),
    code,
    undefined,
  ],
  ['empty', '', code, undefined],
  [
    'the second half alone',
    `.${createCsrfToken(secret, { id, shownCode: code }).split('.')[1]}`,
    code,
    undefined,
  ],
  [
    'its halves swapped',
    createCsrfToken(secret, { id, shownCode: code }).split('.').reverse().join('.'),
    code,
    undefined,
  ],
  ['the browser secret itself', secret, code, undefined],
  ['cut short', createCsrfToken(secret, { id }).slice(0, -1), code, undefined],
])('a token that is %s', (_name, token, userCode, facts) => {
  expect(checkCsrfToken(secret, token, userCode)).toEqual(facts);
});

test('a token does not hold the secret', () => {
  expect(createCsrfToken(secret, { id, shownCode: code })).not.toContain(secret);
});
