import type { HashGate } from './hash-gate.ts';

/** The hash function alone; in tests one that counts. */
export interface PasswordHash {
  hash(password: string): Promise<string>;
  verify(phc: string, password: string): Promise<boolean>;
  /** Whether the hash was made with lesser parameters than new ones get. */
  isOutdated(phc: string): boolean;
}

export interface Passwords {
  /**
   * Exactly one verification, whatever is asked: of a fixed decoy when there is no hash or no password. Throws
   * overloaded when the gate is full.
   */
  verify(phc: string | null, password: string): Promise<boolean>;
  hash(password: string): Promise<string>;
  isOutdated(phc: string): boolean;
}

/** The decoy is a hash like any other, of a password that nobody knows. Source: contract part 2 "Order". */
export function createPasswords(parts: { hash: PasswordHash; gate: HashGate; decoy: string }): Passwords {
  const { hash, gate, decoy } = parts;
  return {
    async verify(phc, password) {
      const isReal = phc !== null && password !== '';
      const matches = await gate(() => hash.verify(isReal ? phc : decoy, password));
      return isReal && matches;
    },
    hash: (password) => gate(() => hash.hash(password)),
    isOutdated: (phc) => hash.isOutdated(phc),
  };
}
