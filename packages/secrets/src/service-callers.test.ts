import { isServiceKey, parseServiceCallers } from './index.ts';

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

test('callers and keys in their order, two keys of one caller while it is rotated', () => {
  expect(parseServiceCallers(`user-api:${first}, user-api:${second},drop:${third}`)).toEqual([
    { caller: 'user-api', key: first },
    { caller: 'user-api', key: second },
    { caller: 'drop', key: third },
  ]);
});

test.each([
  ['', 'Caller 1 must be caller:key'],
  [first, 'Caller 1 must be caller:key'],
  [`:${first}`, 'Caller 1 must be caller:key'],
  [`sso:${first},`, 'Caller 2 must be caller:key'],
  [`SSO:${first}`, 'Caller 1 must be caller:key'],
  [`${'a'.repeat(33)}:${first}`, 'Caller 1 must be caller:key'],
  [`sso:${first.slice(1)}`, 'Caller 1 must be caller:key'],
  [`sso:${first}!`, 'Caller 1 must be caller:key'],
  [`sso:${first}:x`, 'Caller 1 must be caller:key'],
  [`sso:${'a'.repeat(1025)}`, 'Caller 1 must be caller:key'],
  [`sso:${first},sso:${second},sso:${third}`, 'sso has more than 2 keys'],
  [`sso:${first},drop:${first}`, 'A key is listed twice'],
])('%s is refused without a key in the sentence', (text, sentence) => {
  let message = '';
  try {
    parseServiceCallers(text);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain(sentence);
  expect(message).not.toContain(first);
});

test('a service key has 32 to 1,024 characters that need no escape', () => {
  const good = [first, `${first}-_09`, 'x'.repeat(1024)];
  const bad = ['', first.slice(1), `${first}+`, `${first}=`, `${first}\n`, 'x'.repeat(1025)];
  expect(good.map(isServiceKey)).toEqual([true, true, true]);
  expect(bad.map(isServiceKey)).toEqual(bad.map(() => false));
});
