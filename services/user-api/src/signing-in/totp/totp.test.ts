import { generateSync } from 'otplib';
import { findCodeStep, otpauthUrl } from './totp.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const nowMs = 1_796_119_200_000;
const step = nowMs / 30_000;
const codeAt = (steps: number) => generateSync({ secret, epoch: nowMs / 1000 + steps * 30 });

describe('findCodeStep', () => {
  test.each([-1, 0, 1])('finds the code of %d steps from now', (steps) => {
    expect(findCodeStep(secret, codeAt(steps), nowMs)).toBe(step + steps);
  });

  const inZeros = (zero: number) =>
    codeAt(0).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  test.each([
    ['with a blank', `${codeAt(0).slice(0, 3)} ${codeAt(0).slice(3)}`],
    ['in full width', inZeros(0xff10)],
    ['in Arabic digits with a mark of direction', `\u200f${inZeros(0x660)}`],
    ['in Devanagari', inZeros(0x966)],
  ])('takes a code as people write it: %s', (_how, code) => {
    expect(findCodeStep(secret, code, nowMs)).toBe(step);
  });

  test.each([codeAt(-2), codeAt(2), '', '12345', '1234567', 'abcdef', '１２３４５６'])(
    'finds no step of %j',
    (code) => {
      expect(findCodeStep(secret, code, nowMs)).toBeUndefined();
    },
  );
});

test('an authenticator app shows whose account it is, in the name of the installation', () => {
  const { pathname, searchParams } = new URL(otpauthUrl(secret, 'ada@example.test', 'Marlow & Kin'));
  expect(decodeURIComponent(pathname)).toMatch(/Marlow & Kin:ada@example\.test$/);
  expect(searchParams.get('issuer')).toBe('Marlow & Kin');
});
