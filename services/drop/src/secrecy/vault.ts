import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import { decrypt, encrypt } from './cipher.ts';
import { deriveSecrets, type DropSecrets } from './derive-secrets.ts';
import { dropKeyBytes, formatDropKey } from './drop-key.ts';
import type { PassphraseKdf } from './passphrase-kdf.ts';
import type { PepperKey } from './pepper-keys.ts';
import { additionalData, type Sealed, type SealIdentity } from './sealed.ts';

/** What sealing and opening work with. */
export interface Vault {
  /** Newest first; may be empty. */
  readonly peppers: readonly PepperKey[];
  readonly kdf: PassphraseKdf;
  readonly randomBytes: (size: number) => Uint8Array;
}

const saltBytes = 16;
const nonceBytes = 12;

/**
 * Seals a payload under the caller's key, or under a new one that is answered once and kept nowhere.
 * Throws overloaded (503) while too many passphrases wait. Source: contract part 3 "Secrecy".
 */
export async function sealPayload(
  vault: Vault,
  plain: Uint8Array,
  identity: SealIdentity,
  callersKey: string | undefined,
): Promise<{ sealed: Sealed; newKey: string | undefined }> {
  const [salt, nonce] = [vault.randomBytes(saltBytes), vault.randomBytes(nonceBytes)];
  const isRandom = callersKey === undefined;
  const keyMaterial = isRandom
    ? vault.randomBytes(dropKeyBytes)
    : await vault.kdf.takeTurn((derive) => derive(callersKey, salt));
  const [pepper] = vault.peppers;
  const { encryptionKey, verifier } = deriveSecrets({
    keyMaterial,
    pepper: pepper?.key,
    salt,
    id: identity.id,
  });
  const cipherInput = { key: encryptionKey, nonce, additionalData: additionalData(identity) };
  const ciphertext = encrypt(plain, cipherInput);
  const kdf = isRandom ? 'random' : 'argon2id';
  return {
    sealed: { kdf, pepperKid: pepper?.kid ?? null, salt, nonce, verifier, ciphertext },
    newKey: isRandom ? formatDropKey(keyMaterial) : undefined,
  };
}

/** The pepper a drop was sealed with. Throws 503 when it is not configured here. */
export function findPepper(vault: Vault, { pepperKid }: Sealed): Uint8Array | undefined {
  const pepper = vault.peppers.find(({ kid }) => kid === pepperKid)?.key;
  if (pepperKid !== null && pepper === undefined) throw new ApiError(errors.pepperUnavailable);
  return pepper;
}

/** The plaintext; undefined when the row is not what was sealed. */
export function openSealed(sealed: Sealed, secrets: DropSecrets, identity: SealIdentity): Buffer | undefined {
  return decrypt(sealed.ciphertext, {
    key: secrets.encryptionKey,
    nonce: sealed.nonce,
    additionalData: additionalData(identity),
  });
}
