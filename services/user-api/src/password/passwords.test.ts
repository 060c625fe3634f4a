import type { HashGate } from './hash-gate.ts';
import { createPasswords } from './passwords.ts';

function makeHash() {
  const calls: string[] = [];
  return {
    calls,
    hash: (password: string) => Promise.resolve(calls.push(`hash ${password}`)).then(() => 'phc'),
    verify: (phc: string, password: string) =>
      Promise.resolve(calls.push(`verify ${phc}`)).then(() => phc === `phc of ${password}`),
    isOutdated: () => false,
  };
}
const open: HashGate = (work) => work();
const full: HashGate = () => Promise.reject(new Error('full'));

describe('createPasswords', () => {
  test('hashes and verifies through the gate alone', async () => {
    const hash = makeHash();
    const passwords = createPasswords({ hash, gate: full, decoy: 'decoy' });
    await expect(passwords.verify('phc of right', 'right')).rejects.toThrow('full');
    await expect(passwords.verify(null, 'right')).rejects.toThrow('full');
    await expect(passwords.hash('right')).rejects.toThrow('full');
    expect(hash.calls).toEqual([]);
  });

  test.each<[string | null, string, boolean, string]>([
    ['phc of right', 'right', true, 'verify phc of right'],
    ['phc of right', 'wrong', false, 'verify phc of right'],
    ['phc of ', '', false, 'verify phc of decoy'],
    [null, 'right', false, 'verify phc of decoy'],
    [null, 'decoy', false, 'verify phc of decoy'],
    [null, '', false, 'verify phc of decoy'],
  ])('of %j, %j is right: %j, by one verification', async (phc, password, isRight, call) => {
    const hash = makeHash();
    const passwords = createPasswords({ hash, gate: open, decoy: 'phc of decoy' });
    expect(await passwords.verify(phc, password)).toBe(isRight);
    expect(hash.calls).toEqual([call]);
  });
});
