import { foldEmail, isMailAddress } from './address.ts';

test.each([
  [' Ada@Example.TEST ', 'ada@example.test'],
  ['\u3000\u2068ada@example.test\u2069\u00A0', 'ada@example.test'],
  ['ZO\u00CB@example.test', 'zo\u00CB@example.test'],
  ['v@\uFF45\uFF58ample.test', 'v@example.test'],
  ['v@\u212Aelvin.test', 'v@kelvin.test'],
  ['v@ex\u00ADample.test', 'v@example.test'],
  ['v@example\u3002test', 'v@example.test'],
  ['Jo@M\u00DCNCHEN.example', 'jo@xn--mnchen-3ya.example'],
  ['jo@mu\u0308nchen.example', 'jo@xn--mnchen-3ya.example'],
  ['jo@XN--MNCHEN-3YA.example', 'jo@xn--mnchen-3ya.example'],
  ['a@b@M\u00FCnchen.example', 'a@b@xn--mnchen-3ya.example'],
])('foldEmail spells %j %j, and folds that to itself', (typed, folded) => {
  expect(foldEmail(typed)).toBe(folded);
  expect(foldEmail(folded)).toBe(folded);
});

test.each([
  ['the Kelvin sign', '\u212A', 'k'],
  ['the long s', '\u017F', 's'],
  ['a capital I with a dot', '\u0130', 'i'],
  ['the Greek question mark', '\u037E', ';'],
  ['a fullwidth letter', '\uFF21', 'a'],
  ['a blank in it', 'a\u00A0k', 'ak'],
  ['a letter and its accent', 'zoe\u0308', 'zo\u00EB'],
])('foldEmail makes of %s in the local part no other address', (_what, sign, other) => {
  expect(foldEmail(`${sign}@example.test`)).not.toBe(foldEmail(`${other}@example.test`));
});

test.each([
  'v@\u00F6/x.test',
  'v@\u00F6%41.test',
  'v@\u00F6#x',
  'v@x/y.test',
  'v@ex%61mple.test',
  'v@a\nb.test',
])('foldEmail takes the domain of %j for no part of a URL', (typed) => {
  expect(foldEmail(typed)).toBe(typed);
  expect(isMailAddress(foldEmail(typed))).toBe(false);
});

const label = 'x'.repeat(63);

test.each([
  '',
  'ada',
  '@example.test',
  'ada@',
  'a b@example.test',
  'a\u200Db@example.test',
  'a\0@example.test',
  '<a@x.test>',
  'a@x.test>',
  'a@x.test(y)z',
  'a@[127.0.0.1]',
  'a@x.test.',
  '"a"@x.test',
  'a,b@x.test',
  'a@x.test,b',
  'b@a@x.test',
  'a:b@x.test',
  'a\\b@x.test',
  'a@x..test',
  'a@.x.test',
  'a@-x.test',
  'a@x-.test',
  'a@x_y.test',
  'a@x!.test',
  'a@127.0.0.1',
  'a@127.1',
  'a@x.7',
  'a@xn--a.test',
  'a@\u2603\u200D.test',
  `a@${label}x.test`,
  `a@${[1, 2, 3, 4].map(() => label).join('.')}`,
  `${'a'.repeat(248)}@x.test`,
  `${'\u00E4'.repeat(124)}@x.test`,
])('%j can get no mail', (typed) => {
  expect(isMailAddress(foldEmail(typed))).toBe(false);
});

test.each([
  'a@x',
  "o'brien+list=x/y!#$%&*?^`{|}~@x.test",
  'zo\u00EB@example.test',
  '\u7530\u4E2D@\u4F8B\u3048.test',
  'a@1.2.x',
  'a@4x4.test',
  'a@a--b.test',
  `a@${label}.test`,
  `${'a'.repeat(247)}@x.test`,
])('%j can get mail', (typed) => {
  expect(isMailAddress(foldEmail(typed))).toBe(true);
});
