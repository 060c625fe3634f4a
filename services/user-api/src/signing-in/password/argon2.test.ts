import { argon2 } from './argon2.ts';

describe('argon2', () => {
  test('hashes at the contract’s cost and verifies byte for byte', async () => {
    const phc = await argon2.hash(' pass word ');
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await argon2.verify(phc, ' pass word ')).toBe(true);
    expect(await argon2.verify(phc, 'pass word')).toBe(false);
    expect(argon2.isOutdated(phc)).toBe(false);
  });

  test('knows a hash of lesser cost', () => {
    const phc =
      '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
    expect(argon2.isOutdated(phc)).toBe(true);
  });
});
