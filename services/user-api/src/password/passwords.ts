import { ApiError } from '@latchkey/errors';
import type { Account, AccountStore } from '../account/account.ts';
import { errors } from '../errors.ts';
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

export interface PasswordPorts {
  readonly passwords: Passwords;
  readonly accounts: AccountStore;
}

/**
 * One verification, of the account's hash or of the decoy, so that known, unknown, disabled and password-less
 * accounts cost and answer alike. Throws invalid_credentials, or overloaded before any work.
 */
export async function checkPassword(
  ports: PasswordPorts,
  account: Account | undefined,
  password: string,
): Promise<Account> {
  const phc = account?.status === 'active' ? account.passwordHash : null;
  const isRight = await ports.passwords.verify(phc, password);
  if (!isRight || account === undefined) throw new ApiError(errors.credentialsInvalid);
  return account;
}

/**
 * Stores a hash of today's cost once the password is known to be right; another time where the hash gate is full, as
 * the sign-in need not wait for it.
 */
export async function refreshHash(ports: PasswordPorts, account: Account, password: string): Promise<void> {
  const { passwordHash } = account;
  if (passwordHash === null || !ports.passwords.isOutdated(passwordHash)) return;
  try {
    await ports.accounts.replacePasswordHash(account.id, passwordHash, await ports.passwords.hash(password));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'overloaded')) throw error;
  }
}
