import { foldEmail, isUuid } from './identifiers.ts';

const id = '0b5c7f7e-3f0a-4b57-9d1c-2f6f0e9a4c11';

test.each([id, id.toUpperCase()])('isUuid accepts %j', (text) => {
  expect(isUuid(text)).toBe(true);
});

test.each([
  '',
  'no id',
  id.slice(1),
  `${id}0`,
  `${id}\n`,
  ` ${id}`,
  id.replaceAll('-', ''),
  `{${id}}`,
  "' OR true",
])('isUuid refuses %j', (text) => {
  expect(isUuid(text)).toBe(false);
});

test.each([
  [' Ada@Example.TEST ', 'ada@example.test'],
  ['ZOË@example.test', 'zoË@example.test'],
])('foldEmail folds the letters A to Z of %j alone', (typed, folded) => {
  expect(foldEmail(typed)).toBe(folded);
});

test.each([
  ['the Kelvin sign', '\u212A', 'k'],
  ['the long s', '\u017F', 's'],
  ['a capital I with a dot', '\u0130', 'i'],
  ['the Greek question mark', '\u037E', ';'],
  ['a fullwidth letter', '\uFF21', 'a'],
  ['a blank that is not ASCII', '\u00A0k', 'k'],
  ['a letter and its accent', 'zoe\u0308', 'zo\u00EB'],
])('foldEmail makes of %s no other address', (_what, sign, other) => {
  expect(foldEmail(`${sign}@example.test`)).not.toBe(foldEmail(`${other}@example.test`));
});
