import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { deriveKey } from '@latchkey/secrets';

export interface DropSecrets {
  /** AES-256. */
  readonly encryptionKey: Buffer;
  /** SHA-256 of the verifier: it shows whether a key is right, and opens nothing. */
  readonly verifier: Buffer;
}

const secretBytes = 32;

/**
 * HKDF-SHA-256 (RFC 5869) of the key material, which is HMACed with the pepper first if there is one. The info names
 * the drop. Source: contract part 3 "Secrecy".
 */
export function deriveSecrets(input: {
  keyMaterial: Uint8Array;
  pepper: Uint8Array | undefined;
  salt: Uint8Array;
  id: string;
}): DropSecrets {
  const { pepper, salt, id } = input;
  const material = pepper
    ? createHmac('sha256', createSecretKey(pepper)).update(input.keyMaterial).digest()
    : input.keyMaterial;
  const derived = deriveKey(material, { purpose: `latchkey/drop/1/${id}`, salt, bytes: 2 * secretBytes });
  const verifier = createHash('sha256').update(derived.subarray(secretBytes)).digest();
  return { encryptionKey: derived.subarray(0, secretBytes), verifier };
}
