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
});
