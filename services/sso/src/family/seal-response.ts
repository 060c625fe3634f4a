import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals a response under a key that only the presented refresh token yields, so that a stolen database cannot show it.
 * AES-256-GCM: nonce, tag, text. Source: contract part 1 "Token package".
 */
export function sealResponse(refreshToken: string, response: object): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(refreshToken), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(response), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws when the token is not the one it was sealed under, or the bytes were changed. */
export function openResponse(refreshToken: string, sealed: Uint8Array): unknown {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(refreshToken), nonce);
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

function deriveKey(refreshToken: string): Buffer {
  return Buffer.from(hkdfSync('sha256', refreshToken, '', 'latchkey sealed refresh response', 32));
}
