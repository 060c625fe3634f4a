import type { TextSealer } from '../totp/text-sealer.ts';
import { argon2 } from './argon2.ts';
import { isImported, verifyImported } from './imported-hash.ts';
import type { PasswordHash } from './passwords.ts';

/** argon2id for what is hashed here. What was imported is verified as its product did, and is outdated. */
export function createPasswordHash(secrets: Pick<TextSealer, 'seal' | 'open'>): PasswordHash {
  return {
    hash: argon2.hash,
    verify: (stored, password) =>
      isImported(stored)
        ? verifyImported(stored, password, secrets)
        : argon2.verify(stored, password.normalize('NFKC')),
    isOutdated: (stored) => isImported(stored) || argon2.isOutdated(stored),
  };
}
