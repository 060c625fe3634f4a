import type { PasswordHash } from '../../src/signing-in/password/passwords.ts';

/** A hash that costs nothing and counts how often it was verified. */
export function createCountingHash(): PasswordHash & {
  verified: string[];
  hashed: string[];
  outdated: Set<string>;
} {
  const verified: string[] = [];
  const hashed: string[] = [];
  const outdated = new Set<string>();
  return {
    verified,
    hashed,
    outdated,
    hash(password) {
      hashed.push(password);
      return Promise.resolve(`new hash of ${password}`);
    },
    verify(phc, password) {
      verified.push(phc);
      return Promise.resolve(phc.replace(/^new /, '') === `hash of ${password.normalize('NFKC')}`);
    },
    isOutdated: (phc) => outdated.has(phc),
  };
}
