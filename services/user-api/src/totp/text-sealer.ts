import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/** One AES-256 key and the name that a sealed text says it by. */
export interface SealingKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/** Keeps secrets in the database unreadable without the service's key. */
export interface TextSealer {
  /** `owner` is bound in: what is sealed for one record does not open for another. */
  seal(text: string, owner: string): string;
  /** Throws an Error for a text that was not sealed for `owner` with one of the keys. */
  open(sealed: string, owner: string): string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Reads `kid:key,kid:key`, newest first; the config schema has checked its form. */
export function parseSealingKeys(text: string): SealingKey[] {
  return text.split(',').map((pair) => {
    const [kid = '', key = ''] = pair.trim().split(':');
    return { kid, key: Buffer.from(key, 'base64url') };
  });
}

/** Seals with the first key and opens with every key, so that keys rotate without a migration. */
export function createTextSealer(parts: {
  keys: readonly SealingKey[];
  randomBytes: (size: number) => Uint8Array;
}): TextSealer {
  const [newest] = parts.keys;
  if (newest === undefined) throw new Error('A sealing key is needed');
  return {
    seal(text, owner) {
      const nonce = parts.randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, newest.key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${newest.kid}.${sealed.toString('base64url')}`;
    },
    open(sealed, owner) {
      const [kid, body = ''] = sealed.split('.');
      const key = parts.keys.find((one) => one.kid === kid)?.key;
      if (key === undefined) throw new Error('A text is sealed with a key that is not configured');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}

/** A key for one more purpose, so that one configured secret is never used for two. */
export function deriveKey(key: SealingKey, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key.key, '', purpose, 32));
}
