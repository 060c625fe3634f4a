import { ApiError } from '@latchkey/contracts';
import { nonceBytes, open, seal, type NamedKey } from '@latchkey/secrets';
import { errors } from '../errors.ts';
import { deriveSecrets, type DropSecrets } from './derive-secrets.ts';
import { dropKeyBytes, formatDropKey } from './drop-key.ts';
import type { PassphraseKdf } from './passphrase-kdf.ts';
import { additionalData, type Ciphertext, type Lock, type Sealed, type SealIdentity } from './sealed.ts';

export interface Vault {
  /** Server-side keys that go into every drop, newest first; may be empty. */
  readonly peppers: readonly NamedKey[];
  readonly kdf: PassphraseKdf;
  readonly randomBytes: (size: number) => Uint8Array;
}

const saltBytes = 16;

/**
 * Seals a payload under the caller's key, or under a new key that is answered once and stored nowhere.
 * Throws overloaded (503) while too many passphrases wait. Source: contract part 3 "Secrecy".
 */
export async function sealPayload(
  vault: Vault,
  plain: Uint8Array,
  identity: SealIdentity,
  callersKey: string | undefined,
): Promise<{ sealed: Sealed; newKey: string | undefined }> {
  const salt = vault.randomBytes(saltBytes);
  const isRandom = callersKey === undefined;
  const keyMaterial = isRandom
    ? vault.randomBytes(dropKeyBytes)
    : await vault.kdf((derive) => derive(callersKey, salt));
  const [pepper] = vault.peppers;
  const { encryptionKey, verifier } = deriveSecrets({
    keyMaterial,
    pepper: pepper?.key,
    salt,
    id: identity.id,
  });
  const { randomBytes } = vault;
  const bytes = seal(plain, { key: encryptionKey, additionalData: additionalData(identity), randomBytes });
  const [nonce, ciphertext] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
  const kdf = isRandom ? 'random' : 'argon2id';
  return {
    sealed: { kdf, pepperKid: pepper?.kid ?? null, salt, nonce, verifier, ciphertext },
    newKey: isRandom ? formatDropKey(keyMaterial) : undefined,
  };
}

/** The pepper that a drop was sealed with; undefined for none. Throws 503 when it is not configured here. */
export function findPepper(vault: Vault, { pepperKid }: Lock): Uint8Array | undefined {
  const pepper = vault.peppers.find(({ kid }) => kid === pepperKid)?.key;
  if (pepperKid !== null && pepper === undefined) throw new ApiError(errors.pepperUnavailable);
  return pepper;
}

/** The plaintext; undefined when the row is not the one that was sealed. */
export function openSealed(
  sealed: Ciphertext,
  secrets: DropSecrets,
  identity: SealIdentity,
): Buffer | undefined {
  const bytes = Buffer.concat([sealed.nonce, sealed.ciphertext]);
  return open(bytes, { key: secrets.encryptionKey, additionalData: additionalData(identity) });
}
