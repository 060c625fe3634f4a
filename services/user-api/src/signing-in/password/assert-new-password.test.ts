import { dictionary } from '@zxcvbn-ts/language-common';
import { assertNewPassword } from './assert-new-password.ts';

const owner = { email: 'grace.hopper@example.test', name: 'Grace Brewster Hopper' };
const check = (password: string, minLength = 12) =>
  assertNewPassword(password, {
    field: 'new_password',
    rules: { minLength, houseName: 'Marlow & Kin' },
    owner,
  });

describe('assertNewPassword', () => {
  test.each([
    ['', 12],
    ['12345678901', 12],
    // 12 bytes, and 24 code units: what counts are code points.
    ['éééééé', 12],
    ['😀😀😀😀😀😀😀😀😀😀😀', 12],
    ['seven 7', 8],
    // The NFKC form of "e" and an accent is one code point.
    ['e\u0301'.repeat(11), 12],
  ])('refuses %j, which is shorter than %d characters', (password, minLength) => {
    const about = { rule: 'short', least: String(minLength) };
    const refusal = { code: 'invalid_value', field: 'new_password', about };
    expect(() => check(password, minLength)).toThrow(
      expect.objectContaining({ ...refusal, message: `A password needs at least ${minLength} characters` }),
    );
  });

  test.each(['x'.repeat(1025), 'é'.repeat(513), '\uFDFA'.repeat(40)])(
    'refuses one whose NFKC form has more than 1,024 bytes',
    (password) => {
      expect(() => check(password)).toThrow('at most 1,024 bytes');
    },
  );

  test.each(['1qaz2wsx3edc', 'LeaveMeAlone', '\uFF4Ceavemealone'])('refuses %j as common', (password) => {
    expect(() => check(password)).toThrow('too common');
  });

  test.each([
    'grace.hopper@example.test',
    'GRACE.Hopper',
    'grace brewster hopper',
    '\uFF27race Brewster Hopper',
  ])('refuses %j, which is what the account is called', (password) => {
    expect(() => check(password)).toThrow('must not be the address');
  });

  test.each(['Latchkey', 'LATCHKEY', 'marlow & kin'])(
    'refuses %j, which is what the product or the installation is called',
    (password) => {
      expect(() => check(password, 8)).toThrow('must not be the address');
    },
  );

  test.each([
    ['short', 'x'],
    ['long', 'x'.repeat(1025)],
    ['common', '1qaz2wsx3edc'],
    ['own_name', 'grace.hopper@example.test'],
  ])('names the rule %s, and the least length', (rule, password) => {
    expect(() => check(password)).toThrow(expect.objectContaining({ about: { rule, least: '12' } }));
  });

  test.each([
    'latchkey-demo-password',
    'grace.hopper2',
    ' twelve 12  ',
    'éééééééééééé',
    '😀😀😀😀😀😀😀😀😀😀😀😀',
    'x'.repeat(1024),
  ])('takes %j', (password) => {
    expect(() => check(password)).not.toThrow();
  });

  test('refuses every password of the list that is long enough', () => {
    const long = dictionary['passwords-common'].filter((password) => Array.from(password).length >= 12);
    expect(long.length).toBeGreaterThan(300);
    const messageOf = (password: string) => {
      try {
        return check(password);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(long.map(messageOf)).toEqual(long.map(() => expect.stringContaining('too common')));
  });
});
