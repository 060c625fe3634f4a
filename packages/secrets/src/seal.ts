import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';

const algorithm = 'aes-256-gcm';
export const nonceBytes = 12;
export const tagBytes = 16;
/** Without it, Node accepts a shortened tag. */
const options = { authTagLength: tagBytes };

interface Lock {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Bound to the ciphertext but not part of it: what is sealed with some data opens only with the same data. */
  readonly additionalData: Uint8Array | string;
}

/** Seals with AES-256-GCM under a new nonce: nonce (12 bytes), ciphertext, tag (16 bytes). */
export function seal(
  plain: Uint8Array | string,
  { key, additionalData, randomBytes }: Lock & { readonly randomBytes: (size: number) => Uint8Array },
): Buffer {
  const nonce = randomBytes(nonceBytes);
  // Node takes raw bytes as well, but more slowly than a key object.
  const cipher = createCipheriv(algorithm, createSecretKey(key), nonce, options);
  cipher.setAAD(Buffer.from(additionalData));
  // `update` reads a string as UTF-8.
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed; undefined when the bytes, the key or the additional data are not those of {@link seal}. */
export function open(sealed: Uint8Array, { key, additionalData }: Lock): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, createSecretKey(key), sealed.subarray(0, nonceBytes), options);
  decipher.setAAD(Buffer.from(additionalData)).setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}
