import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals records, so that whoever reads the database or its backups learns no token and no code. */
export interface Sealer {
  /** What is sealed for one place opens in no other. */
  seal(value: unknown, place: string): Buffer;
  /** Throws where the key, the place or a byte is another one. */
  open(sealed: Buffer, place: string): unknown;
}

/** AES-256-GCM under a key of 32 bytes in base64url. */
export function createSealer(encodedKey: string): Sealer {
  const key = Buffer.from(encodedKey, 'base64url');
  if (key.length !== 32) throw new Error('The key of the store must be 32 bytes in base64url.');
  return {
    seal(value, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const content = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]);
    },
    open(sealed, place) {
      const [nonce, tag, content] = [sealed.subarray(0, 12), sealed.subarray(12, 28), sealed.subarray(28)];
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
      return JSON.parse(Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8'));
    },
  };
}
