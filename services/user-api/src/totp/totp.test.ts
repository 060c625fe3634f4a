import { generateSync } from 'otplib';
import { findCodeStep } from './totp.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const nowMs = 1_796_119_200_000;
const step = nowMs / 30_000;
const codeAt = (steps: number) => generateSync({ secret, epoch: nowMs / 1000 + steps * 30 });

describe('findCodeStep', () => {
  test.each([-1, 0, 1])('finds the code of %d steps from now', (steps) => {
    expect(findCodeStep(secret, codeAt(steps), nowMs)).toBe(step + steps);
  });

  test('takes a code as people write it', () => {
    const code = codeAt(0);
    expect(findCodeStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, nowMs)).toBe(step);
  });

  test.each([codeAt(-2), codeAt(2), '', '12345', '1234567', 'abcdef', '１２３４５６'])(
    'finds no step of %j',
    (code) => {
      expect(findCodeStep(secret, code, nowMs)).toBeUndefined();
    },
  );
});
