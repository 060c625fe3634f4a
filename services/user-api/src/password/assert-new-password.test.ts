import { dictionary } from '@zxcvbn-ts/language-common';
import { assertNewPassword } from './assert-new-password.ts';

describe('assertNewPassword', () => {
  test.each(['', '1234567', 'ééé'])('refuses %j as too short', (password) => {
    expect(() => assertNewPassword(password, 'new_password')).toThrow('at least 8 bytes');
  });

  test.each(['password', 'PassWord', '12345678', 'iloveyou', 'baseball'])(
    'refuses %j as common',
    (password) => {
      expect(() => assertNewPassword(password, 'new_password')).toThrow('too common');
    },
  );

  test.each(['latchkey-demo-password', ' password ', 'éééé', '😀😀'])('takes %j', (password) => {
    expect(() => assertNewPassword(password, 'new_password')).not.toThrow();
  });

  test('refuses exactly the 3,000 most common ones, as far as they are long enough', () => {
    const isRefused = (password: string) => {
      try {
        assertNewPassword(password, 'new_password');
        return false;
      } catch {
        return true;
      }
    };
    const list: readonly string[] = dictionary['passwords-common'];
    const long = list.slice(0, 6000).filter((password) => Buffer.byteLength(password) >= 8);
    expect(long.filter(isRefused)).toEqual(long.filter((password) => list.indexOf(password) < 3000));
    // The ranks on either side of the limit that are long enough.
    expect([list[2994], list[3004]].map((password = '') => isRefused(password))).toEqual([true, false]);
  });
});
