import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const tagBytes = 16;
const options = { authTagLength: tagBytes };

export interface CipherInput {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  readonly additionalData: Uint8Array;
}

/** AES-256-GCM; the tag follows the ciphertext. */
export function encrypt(plain: Uint8Array, { key, nonce, additionalData }: CipherInput): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce, options);
  cipher.setAAD(additionalData);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** undefined when the ciphertext, the nonce or the additional data is not what was sealed. */
export function decrypt(sealed: Uint8Array, { key, nonce, additionalData }: CipherInput): Buffer | undefined {
  if (sealed.length < tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, nonce, options);
  decipher.setAAD(additionalData);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}
