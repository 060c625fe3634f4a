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
  const { lock, secrets } = makeLock(vault, identity.id, {
    kdf: isRandom ? 'random' : 'argon2id',
    salt,
    keyMaterial,
  });
  const newKey = isRandom ? formatDropKey(keyMaterial) : undefined;
  return { sealed: { ...lock, ...sealUnder(vault, plain, identity, secrets) }, newKey };
}

/** A new key, and the lock that waits for a payload from whoever has the key. */
export function openLock(vault: Vault, id: string): { lock: Lock; newKey: string } {
  const keyMaterial = vault.randomBytes(dropKeyBytes);
  const salt = vault.randomBytes(saltBytes);
  const { lock } = makeLock(vault, id, { kdf: 'random', salt, keyMaterial });
  return { lock, newKey: formatDropKey(keyMaterial) };
}

interface NewKey extends Pick<Lock, 'kdf' | 'salt'> {
  readonly keyMaterial: Uint8Array;
}

function makeLock({ peppers: [pepper] }: Vault, id: string, { kdf, salt, keyMaterial }: NewKey) {
  const secrets = deriveSecrets({ keyMaterial, pepper: pepper?.key, salt, id });
  const lock: Lock = { kdf, pepperKid: pepper?.kid ?? null, salt, verifier: secrets.verifier };
  return { lock, secrets };
}

/** Seals a payload under the secrets of a lock, with a fresh nonce. */
export function sealUnder(
  { randomBytes }: Pick<Vault, 'randomBytes'>,
  plain: Uint8Array,
  identity: SealIdentity,
  { encryptionKey }: DropSecrets,
): Ciphertext {
  const bytes = seal(plain, { key: encryptionKey, additionalData: additionalData(identity), randomBytes });
  return { nonce: bytes.subarray(0, nonceBytes), ciphertext: bytes.subarray(nonceBytes) };
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
